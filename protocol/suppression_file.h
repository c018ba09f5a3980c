// The members of `.nsys-ai/suppressed.json`, as docs/PROTOCOL.md describes them.
#pragma once

#include <optional>
#include <string>

#include "base/fields.h"

namespace nsys_ai {

// One element of the list `suppressed`.
struct SuppressionEntry {
  std::string finding;
  std::string reason;
  std::optional<std::string> profile;
};
template <class F>
void fields(SuppressionEntry& v, F& f) {
  f("finding", v.finding, "The finding's key.");
  f("reason", v.reason, "Why it is not to be shown.");
  f("profile", v.profile, "Names of files, with * for any part; all where it is left out.");
}

}  // namespace nsys_ai
