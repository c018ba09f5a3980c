// The page of one step of the program: its time, the work of the GPUs in it, and how it differs from the
// others.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `iteration` is an index in `Iterations::all`. Fails on cancellation, and for a step that launched nothing.
Result<Page> iteration_page(const Profile& profile, uint32_t iteration, const Work& work);

}  // namespace nsys_ai
