// Opens an Nsight Systems export of any version, or a report, and reads it into columns.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "base/work.h"
#include "profile/load/load_plan.h"
#include "profile/profile.h"

namespace nsys_ai {

// Fails only when nothing can be read; whatever is missing or malformed in a capture becomes a note. A report
// is exported first (profile/report/report.h), into a cache; besides that nothing is written, created or
// locked. What does not fit into the memory that is left (base/memory.h) is left out, and a note says what.
Result<ProfilePtr> load_profile(const std::filesystem::path& path, const Work& work = {},
                                const LoadOptions& options = {});

}  // namespace nsys_ai
