// What a session shows of a profile in the browser.
#pragma once

#include <optional>
#include <string>

#include "features/viewer/viewer_server.h"
#include "protocol/nsys.h"

namespace nsys_ai {

struct Session;

// Without the findings that its workspace suppresses now, and with its bookmarks, whenever they are made.
ViewerServer::Subject viewer_subject(Session& session, const std::string& handle, const ProfilePtr& profile);

// The part that a client asks for; fails where it ends before it begins.
Result<std::optional<Interval>> asked_window(const std::optional<nsys::TimeWindow>& window);

}  // namespace nsys_ai
