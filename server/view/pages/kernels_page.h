// Every kernel's name with its times: sorted, filtered, and a page at a time.
#pragma once

#include "base/result.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Parameters: `sort` (name, family, calls, total, average, p50, p90, max), `order` (ascending, descending),
// `filter` (a part of the name, `*` for whatever lies between) and `offset`. Fails on others of their values.
Result<Page> kernels_page(const Profile& profile, const ViewParams& params);

}  // namespace nsys_ai
