// The names of all kernels with their times, sorted, filtered, and in pages.
#pragma once

#include "base/result.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Parameters: `sort` (name, family, calls, total, average, p50, p90, max), `order` (ascending, descending),
// `filter` (a part of the name, in which `*` matches any characters) and `offset`. Fails on other values of
// them.
Result<Page> kernels_page(const Profile& profile, const ViewParams& params);

}  // namespace nsys_ai
