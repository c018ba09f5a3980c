// The page of a kernel: statistics of all runs with its name.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// `kernel` must be the name of a kernel. Fails on cancellation.
Result<Page> kernel_page(const Profile& profile, NameId kernel, const Work& work);

}  // namespace nsys_ai
