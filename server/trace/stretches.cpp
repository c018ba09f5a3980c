// Asks the analyses once, before the first packet.
#include "trace/stretches.h"

#include <algorithm>
#include <tuple>

#include "analysis/iterations.h"
#include "analysis/nvtx_gpu.h"

namespace nsys_ai::perfetto {

Stretches::Stretches(const Profile& profile, const Scope& scope, const TraceOptions& options,
                     const CancelToken& cancel) {
  if (options.iterations) add_iterations(profile, scope);
  if (options.nvtx_on_gpu && !cancel.cancelled()) add_projections(profile, scope, options);
  if (options.idle && !cancel.cancelled()) add_gaps(profile, scope, cancel);
  std::sort(all_.begin(), all_.end(), [](const Stretch& a, const Stretch& b) {
    return std::tuple(a.time.start, -a.time.end, a.device.value, a.row, a.at) <
           std::tuple(b.time.start, -b.time.end, b.device.value, b.row, b.at);
  });
}

void Stretches::add_iterations(const Profile& profile, const Scope& scope) {
  const Iterations& iterations = profile.derived(build_iterations);
  for (uint32_t at = 0; at < iterations.all.size(); ++at) {
    const Iteration& step = iterations.all[at];
    const auto inside = step.gpu.empty() ? std::nullopt : scope.clip(step.gpu);
    if (!inside) continue;
    for (const DeviceIx device : scope.devices())
      if (profile.devices()[device].process == step.process)
        all_.push_back({StretchRow::iterations, device, at, *inside});
  }
}

void Stretches::add_projections(const Profile& profile, const Scope& scope, const TraceOptions& options) {
  const Nvtx& nvtx = profile.nvtx();
  const Projections found = projections(
      profile, scope, [&](uint32_t range) { return nvtx.interval(range).length() >= options.pixel; },
      options.most_ranges);
  for (const Projection& of : found.first)
    all_.push_back({StretchRow::nvtx_on_gpu, of.device, of.range, of.time});
  left_out_ = found.total - static_cast<int64_t>(found.first.size());
}

void Stretches::add_gaps(const Profile& profile, const Scope& scope, const CancelToken& cancel) {
  for (const DeviceIx device : scope.devices()) {
    if (cancel.cancelled()) return;
    each_idle_gap(profile, scope, device, [&](const IdleGap& gap) {
      if (gap.gap.length() < kShortestGap) return;
      all_.push_back({StretchRow::idle, device, static_cast<uint32_t>(gaps_.size()), gap.gap});
      gaps_.push_back(gap);
    });
  }
}

}  // namespace nsys_ai::perfetto
