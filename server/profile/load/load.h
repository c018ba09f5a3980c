// Opens an Nsight Systems export of any version, or a report, and reads it into columns.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "base/work.h"
#include "profile/load/load_plan.h"
#include "profile/profile.h"

namespace nsys_ai {

// Fails only when nothing can be read; a note reports whatever is missing or malformed in a capture. A report
// is exported first (profile/report/report.h), into a cache; nothing else is written, created or locked. Data
// that exceeds the remaining memory (base/memory.h) is skipped, and a note says which.
Result<ProfilePtr> load_profile(const std::filesystem::path& path, const Work& work = {},
                                const LoadOptions& options = {});

}  // namespace nsys_ai
