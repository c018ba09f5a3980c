// Pages of profiles that a command serves to the browser until it is interrupted.
#pragma once

#include <string>

#include "features/viewer/viewer_server.h"

namespace nsys_ai {

// The profile with what the current folder says of it.
ViewerServer::Subject browser_subject(const std::string& handle, const ProfilePtr& profile);
// Opens the address in a browser, says how to reach it, and serves it. Returns the exit code.
int serve_shown(const ViewerAddress& shown);

}  // namespace nsys_ai
