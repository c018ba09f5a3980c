// The NVTX hierarchy, which a person expands range by range.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The threads with their outermost ranges. Parameters: `node` shows only the children of that node, from
// `offset` on; `filter` shows only ranges whose label contains it, with their ancestors. Fails on an invalid
// node and on cancellation.
Result<Page> tree_page(const Profile& profile, const ViewParams& params, const Work& work);

}  // namespace nsys_ai
