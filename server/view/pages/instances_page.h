// All runs of a kernel or all ranges of an NVTX label, one line each, sorted by time.
#pragma once

#include <cstddef>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The number of rows that fit into a document beside its other lines.
inline constexpr size_t kMaxInstances = 4950;

// Shows the first `kMaxInstances` by start; the caption states the total.
Page kernel_instances_page(const Profile& profile, NameId kernel);
// `label` is an index in `NvtxLabels`. Fails on cancellation.
Result<Page> label_instances_page(const Profile& profile, uint32_t label, const Work& work);

}  // namespace nsys_ai
