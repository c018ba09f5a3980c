// One way to an interval a kind of target.
#include "view/targets/target_intervals.h"

#include <algorithm>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "skills/findings.h"
#include "view/targets/target_window.h"

namespace nsys_ai {

std::optional<Interval> longest_run_interval(const Profile& profile, const Target& target) {
  const auto& all = profile.derived(build_kernel_stats).by_total;
  const auto known = std::find_if(
      all.begin(), all.end(), [&](const KernelStats& of) { return int64_t{of.name.value} == target.number; });
  if (known == all.end()) return std::nullopt;
  std::optional<Interval> longest;
  for (const uint32_t kernel : profile.derived(build_kernels_by_name).of(known->name)) {
    const Interval of = profile.kernels().interval(kernel);
    if (!longest || of.duration() > longest->duration()) longest = of;
  }
  return longest;
}

std::optional<Interval> longest_range_interval(const Profile& profile, const Target& target) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const auto& nvtx = profile.nvtx();
  std::optional<Interval> longest;
  for (size_t i = 0; i < nvtx.size(); ++i) {
    if (!nvtx.is_range(i) || nvtx.end(i) == Spans::kOpen) continue;
    if (int64_t{labels.of_template[nvtx.text[i]]} != target.number) continue;
    const Interval of = nvtx.interval(i);
    if (!of.empty() && (!longest || of.duration() > longest->duration())) longest = of;
  }
  return longest;
}

std::optional<Interval> iteration_interval(const Profile& profile, const Target& target) {
  const auto& all = profile.derived(build_iterations).all;
  if (target.number >= static_cast<int64_t>(all.size())) return std::nullopt;
  const Iteration& of = all[static_cast<size_t>(target.number)];
  return of.gpu.empty() ? of.bounds : of.gpu;
}

std::optional<Interval> gap_interval(const Profile& profile, const Target& target) {
  if (target.number >= static_cast<int64_t>(profile.devices().size())) return std::nullopt;
  const auto found = idle_gap_at(profile, DeviceIx(static_cast<size_t>(target.number)), target.start);
  if (!found) return std::nullopt;
  return found->gap;
}

std::optional<Interval> finding_interval(const Profile& profile, const Target& target) {
  for (const Finding& finding : profile.derived(build_findings).findings) {
    if (finding.key != target.key) continue;
    for (const std::string& ref : finding.refs)
      if (const auto of = interval_of(profile, ref)) return of;
  }
  return std::nullopt;
}

}  // namespace nsys_ai
