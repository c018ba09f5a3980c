// The page of one step of the program: when it was, what the GPUs did in it, and how it differs from the
// others.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `iteration` is a place in `Iterations::all`. Fails when it is cancelled, and for a step that launched
// nothing.
Result<Page> iteration_page(const Profile& profile, uint32_t iteration, const Work& work);

}  // namespace nsys_ai
