// Adds up projections of ranges, kernels, or the busy time of devices.
#include "analysis/kernels/utilisation.h"

#include <algorithm>
#include <set>

#include "analysis/nvtx/nvtx_gpu.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/busy.h"

namespace nsys_ai::inline analysis {

WorkTime time_of_ranges(const Profile& profile, const Scope& scope, const std::string& label) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const Nvtx& nvtx = profile.nvtx();
  WorkTime time;
  std::set<uint32_t> runs;
  std::set<DeviceIx> devices;
  // A text that some range has stands for itself; else it is a label.
  const TextColumn::Key text = nvtx.text.key_of(label);
  bool exact = false;
  for (uint32_t range = 0; range < nvtx.size() && text.of_template.exists() && !exact; ++range)
    exact = nvtx.is_range(range) && nvtx.text.has(range, text);
  const auto found = labels.by_label.find(label);
  const auto wanted = [&](uint32_t range) {
    if (exact) return nvtx.text.has(range, text);
    return found != labels.by_label.end() && labels.of_template[nvtx.text[range]] == found->second;
  };
  for (const Projection& of : projections(profile, scope, wanted).first) {
    runs.insert(of.range);
    devices.insert(of.device);
    time.wall += of.time.duration();
    time.busy += of.busy;
    time.kernels += of.kernel_sum;
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

}  // namespace nsys_ai::inline analysis
