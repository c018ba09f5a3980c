// Finds the targets that the cells of an answer name, so that a person can follow them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/answer.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Like `table_of`, but also kernels, NVTX labels, steps, skills and findings have targets. Recognises them by
// the column, and checks that the profile contains the name.
PageTable linked_table_of(const Profile& profile, const Answer& answer, size_t max_rows = SIZE_MAX);

}  // namespace nsys_ai
