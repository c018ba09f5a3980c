// Sums projections of ranges, kernels, or the busy time of devices.
#include "analysis/kernels/utilisation.h"

#include <algorithm>
#include <set>

#include "analysis/nvtx/named_ranges.h"
#include "analysis/nvtx/nvtx_gpu.h"
#include "analysis/time/busy.h"

namespace nsys_ai {

Result<WorkTime> time_of_ranges(const Profile& profile, const Scope& scope, const std::string& name) {
  const auto named = NamedRanges::find(profile, name);
  if (!named) return tl::unexpected(named.error());
  WorkTime time;
  std::set<uint32_t> runs;
  std::set<DeviceIx> devices;
  const auto wanted = [&](uint32_t range) { return named->has(range); };
  Projections found = projections_between_markers(profile, scope, wanted);
  time.between_markers = found.total > 0;
  if (!time.between_markers) found = projections_with_meanwhile(profile, scope, wanted);
  for (const Projection& of : found.first) {
    runs.insert(of.range);
    devices.insert(of.device);
    time.wall += of.time.duration();
    time.busy += of.busy;
    time.kernels += of.kernel_sum;
    time.meanwhile += of.meanwhile;
  }
  time.runs = static_cast<int64_t>(runs.size());
  time.devices.assign(devices.begin(), devices.end());
  return time;
}

WorkTime time_of_kernels(const Profile& profile, const Scope& scope, const std::string& name) {
  const Kernels& kernels = profile.kernels();
  std::vector<bool> wanted;
  for (const KernelName& of : kernels.names.values)
    wanted.push_back(profile.text(of.full).find(name) != std::string_view::npos);
  WorkTime time;
  std::set<DeviceIx> devices;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!wanted[kernels.names.code[i]] || !scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    ++time.runs;
    devices.insert(profile.streams()[kernels.stream[i]].device);
    time.wall += inside->duration();
  }
  time.busy = time.wall;
  time.kernels = time.wall;
  time.devices.assign(devices.begin(), devices.end());
  return time;
}

WorkTime time_of_scope(const Profile& profile, const Scope& scope) {
  WorkTime time;
  for (const DeviceTime& of : device_times(profile, scope)) {
    time.runs = 1;
    time.devices.push_back(of.device);
    time.wall += of.span.duration();
    time.busy += of.busy;
    time.kernels += of.kernel_sum;
  }
  return time;
}

}  // namespace nsys_ai
