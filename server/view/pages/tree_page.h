// The NVTX hierarchy, unfolded a range at a time.
#pragma once

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The threads with their outermost ranges. Parameters: `node`, the one whose children are shown alone, and
// `offset` among them; `filter`, only ranges whose label has it, with what is around them. Fails on a node that
// is none, and when it is cancelled.
Result<Page> tree_page(const Profile& profile, const ViewParams& params, const Work& work);

}  // namespace nsys_ai
