// One pass over the ranges, one over the kernels.
#include "analysis/nvtx/label_events.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "analysis/nvtx/nvtx_labels.h"
#include "profile/order.h"

namespace nsys_ai {

Result<LabelEvents> label_events(const Profile& profile, uint32_t label, const Work& work) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  LabelEvents events;
  for (uint32_t row = 0; row < nvtx.size(); ++row)
    if (nvtx.is_range(row) && labels.of_template[nvtx.text[row]] == label) events.ranges.push_back({row});
  std::sort(events.ranges.begin(), events.ranges.end(),
            [&](const LabelEvents::Range& a, const LabelEvents::Range& b) {
              return std::tuple(nvtx.start[a.row], a.row) < std::tuple(nvtx.start[b.row], b.row);
            });
  std::unordered_map<uint32_t, size_t> place;
  for (size_t i = 0; i < events.ranges.size(); ++i) place[events.ranges[i].row] = i;
  const Attribution& attribution = profile.derived(build_attribution);
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  for (uint32_t kernel = 0; kernel < profile.kernels().size(); ++kernel) {
    if (kernel % 65536 == 0 && work.cancel.cancelled()) return cancelled();
    uint32_t range = attribution.of_kernel[kernel];
    while (range != NvtxForest::kNoRange && labels.of_template[nvtx.text[range]] != label)
      range = forest.parent[range];
    if (range == NvtxForest::kNoRange) continue;
    events.kernels.push_back(kernel);
    LabelEvents::Range& of = events.ranges[place.at(range)];
    ++of.kernels;
    of.kernel_time += profile.kernels().interval(kernel).duration();
  }
  return events;
}

}  // namespace nsys_ai
