// Processes by what they are called and by the GPU that they work on, as queries number them.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai::inline agent {

// The question with `process 100` for `process appA`, `appA`, `the rank that owns GPU 1` and `GPU 1's
// process`, where just one process is that. A name that reads as a word, or that a kernel, a range or a call
// has too, needs `process` beside it. Fails when cancelled.
Result<std::string> with_processes_numbered(const Profile& profile, std::string_view question,
                                            const Work& work);

}  // namespace nsys_ai::inline agent
