// Processes by what they are called and by the GPU that they work on, as queries number them.
#pragma once

#include <string>
#include <string_view>

#include "profile/profile.h"

namespace nsys_ai::inline agent {

// The question with `process 100` for `process appA`, `appA`, `the rank that owns GPU 1` and `GPU 1's
// process`, where just one process is that. A name that reads as a word needs `process` beside it.
std::string with_processes_numbered(const Profile& profile, std::string_view question);

}  // namespace nsys_ai::inline agent
