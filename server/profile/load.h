// Opens an Nsight Systems export of any version and reads it into columns.
#pragma once

#include <filesystem>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// Fails only when nothing can be read; whatever is missing or odd inside a capture becomes a note.
// Never writes, creates or locks anything.
Result<ProfilePtr> load_profile(const std::filesystem::path& path, const Work& work = {});

}  // namespace nsys_ai
