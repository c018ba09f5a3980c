// Every run of a kernel, or every range of an NVTX label, a line each by time.
#pragma once

#include <cstddef>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// So many rows fit into a document with what stands around them.
inline constexpr size_t kMaxInstances = 4950;

// The first `kMaxInstances` by start; the caption says how many there are.
Page kernel_instances_page(const Profile& profile, NameId kernel);
// `label` is a place in `NvtxLabels`. Fails when it is cancelled.
Result<Page> label_instances_page(const Profile& profile, uint32_t label, const Work& work);

}  // namespace nsys_ai
