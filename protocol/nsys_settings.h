// The settings of the server, as `initializationOptions` and `workspace/didChangeConfiguration` carry them.
#pragma once

#include <optional>
#include <string>

#include "protocol/wire.h"

namespace nsys_ai::inline protocol::nsys {

struct Settings {
  std::optional<OrderedMap<std::string>> pathMap;
  std::optional<std::string> profile;
};
template <class F>
void fields(Settings& v, F& f) {
  f("pathMap", v.pathMap, "Folders of the machine that was captured, and what they are on this one.");
  f("profile", v.profile, "The profile to open when the session begins.");
}

}  // namespace nsys_ai::inline protocol::nsys
