// The subject of a session's pages in the browser.
#pragma once

#include <optional>
#include <string>

#include "features/viewer/viewer_server.h"
#include "protocol/nsys.h"

namespace nsys_ai {

struct Session;

// The subject leaves out the findings that the workspace suppresses now. It reads the bookmarks whenever a
// page needs them.
ViewerServer::Subject viewer_subject(Session& session, const std::string& handle, const ProfilePtr& profile);

// The same with all other profiles of the session, which its pages can compare it with.
ViewerServer::Subject viewer_subject_with_others(Session& session, const std::string& handle,
                                                 const ProfilePtr& profile);

// The part of the run that a client asks for. Fails if it ends before it begins.
Result<std::optional<Interval>> asked_window(const std::optional<nsys::TimeWindow>& window);

}  // namespace nsys_ai
