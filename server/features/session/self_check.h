// The whole pipeline once, without an editor: what an editor would ask, in the order in which it would.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace nsys_ai {

// `say` is given a line at a time, for a bug report: versions, the system, and what each step took. No name
// that stands in the profile is among them, nor its path. Fails with the first step that does, and says
// which.
Result<void> self_check(const std::string& profile, const std::function<void(const std::string&)>& say);

}  // namespace nsys_ai
