// The distinct texts of NVTX ranges, for analyses that need more detail than templates.
#pragma once

#include "profile/profile.h"

namespace nsys_ai {

// Build with `profile.derived(build_nvtx_texts)`.
inline DistinctTexts build_nvtx_texts(const Profile& profile) { return distinct_texts(profile.nvtx().text); }

}  // namespace nsys_ai
