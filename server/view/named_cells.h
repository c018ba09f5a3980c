// What the cells of an answer name, so that a person can go there from them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/answer.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// A table as `table_of`, in which also kernels, NVTX labels, steps, skills and findings have targets:
// recognised by the column, and by whether the profile has what the cell says.
PageTable linked_table_of(const Profile& profile, const Answer& answer, size_t max_rows = SIZE_MAX);

}  // namespace nsys_ai
