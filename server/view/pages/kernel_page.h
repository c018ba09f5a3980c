// The page of a kernel: all that is known of the runs that have its name.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Fails when it is cancelled. The name is one that a kernel has.
Result<Page> kernel_page(const Profile& profile, NameId kernel, const Work& work);

}  // namespace nsys_ai
