// One pass over the ranges, one over the kernels.
#include "analysis/nvtx/label_events.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
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
              return range_precedes(profile, a.row, b.row);
            });
  std::unordered_map<uint32_t, size_t> place;
  for (size_t i = 0; i < events.ranges.size(); ++i) place[events.ranges[i].row] = i;
  const NvtxEnclosures& enclosures = profile.derived(build_nvtx_enclosures);
  for (uint32_t kernel = 0; kernel < profile.kernels().size(); ++kernel) {
    if (kernel % 65536 == 0 && work.cancel.cancelled()) return cancelled();
    bool inside = false;
    enclosures.each({OperationNumbers::kernel, kernel}, [&](uint32_t range) {
      if (labels.of_template[nvtx.text[range]] != label) return;
      LabelEvents::Range& of = events.ranges[place.at(range)];
      ++of.kernels;
      of.kernel_time += profile.kernels().interval(kernel).duration();
      inside = true;
    });
    if (inside) events.kernels.push_back(kernel);
  }
  return events;
}

}  // namespace nsys_ai
