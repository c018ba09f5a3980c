// Runs all requests of an editor once, in an editor's order, without an editor.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace nsys_ai {

// Passes `say` one line at a time for a bug report: versions, the system, and the duration of each step. The
// lines contain neither names from the profile nor its path. Fails with the first step that fails, and names
// it.
Result<void> self_check(const std::string& profile, const std::function<void(const std::string&)>& say);

}  // namespace nsys_ai
