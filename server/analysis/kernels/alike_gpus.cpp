// Compares the numbers of kernels by name.
#include "analysis/kernels/alike_gpus.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <span>

#include "analysis/durations.h"
#include "analysis/kernels/kernels.h"
#include "analysis/time/iteration_work.h"
#include "analysis/time/shared_gpus.h"
#include "base/context.h"
#include "base/parallel.h"

namespace nsys_ai {
namespace {

// A window, or the end of a capture, cuts the work of each rank at another kernel.
constexpr int64_t kMostDifferentPercent = 2;

struct GpuWork {
  std::vector<int64_t> counts;  // by code of the name; empty without kernels
  int64_t kernels = 0;
  Sum time{};
};

// Both have kernels.
bool are_alike(const GpuWork& a, const GpuWork& b) {
  int64_t different = 0;
  for (size_t name = 0; name < a.counts.size(); ++name)
    different += std::abs(a.counts[name] - b.counts[name]);
  return different * 100 <= kMostDifferentPercent * std::max(a.kernels, b.kernels);
}

void add_work(const GpuWork& part, GpuWork& to) {
  if (part.kernels == 0) return;
  to.counts.resize(part.counts.size());
  for (size_t name = 0; name < part.counts.size(); ++name) to.counts[name] += part.counts[name];
  to.kernels += part.kernels;
  to.time += part.time;
}

std::vector<GpuWork> work_of_devices(const Profile& profile, const Scope& scope) {
  const Kernels& kernels = profile.kernels();
  const KernelFamilies& families = profile.derived(build_kernel_families);
  std::vector<bool> computes;
  for (const KernelName& name : kernels.names.values)
    computes.push_back(families.of(name.full) != KernelFamily::communication);
  std::vector<GpuWork> work(profile.devices().size());
  std::vector<std::vector<GpuWork>> shares(
      shares_of(kernels.size(), work.size() * kernels.names.values.size()));
  each_share(kernels.size(), shares.size(), [&](size_t share, size_t from, size_t to) {
    std::vector<GpuWork>& part = shares[share];
    part.resize(work.size());
    ThrottledCheck check;
    for (size_t i = from; i < to; check(), ++i) {
      if (!computes[kernels.names.code[i]] || !scope.has(kernels.stream[i])) continue;
      const auto inside = scope.clip(kernels.interval(i));
      if (!inside) continue;
      GpuWork& of = part[profile.streams()[kernels.stream[i]].device];
      if (of.counts.empty()) of.counts.resize(kernels.names.values.size());
      ++of.counts[kernels.names.code[i]];
      ++of.kernels;
      of.time += inside->duration();
    }
  });
  for (const auto& part : shares)
    for (size_t device = 0; device < part.size(); ++device) add_work(part[device], work[device]);
  return work;
}

int64_t median(std::vector<int64_t> values) {
  std::sort(values.begin(), values.end());
  return percentile(values, 0.5);
}

std::vector<int64_t> others(std::vector<int64_t> values, size_t without) {
  values.erase(values.begin() + static_cast<ptrdiff_t>(without));
  return values;
}

void add_steps(const Profile& profile, const Scope& scope, std::vector<AlikeGpu>& gpus) {
  const Iterations& iterations = profile.derived(build_iterations);
  if (iterations.empty()) return;
  std::map<DeviceIx, std::vector<int64_t>> steps;
  for (const IterationWork& of : iteration_work(profile, iterations, scope))
    if (iterations.of(iterations.all[of.iteration]).source != StepSource::repeat)
      steps[of.device].push_back(of.time.duration());
  for (AlikeGpu& of : gpus) {
    const auto own = steps.find(of.device);
    if (own == steps.end()) continue;
    of.steps = std::ssize(own->second);
    of.step = median(own->second);
  }
}

// Fills in the medians of the others of one group.
void compare(std::span<AlikeGpu> group) {
  std::vector<int64_t> times, steps;
  for (const AlikeGpu& of : group) {
    times.push_back(of.kernel);
    if (of.step) steps.push_back(*of.step);
  }
  for (size_t i = 0; i < group.size(); ++i) {
    std::vector<int64_t> peers = others(times, i);
    group[i].of_others = median(peers);
    for (int64_t& peer : peers) peer = std::abs(peer - group[i].of_others);
    group[i].spread = median(std::move(peers));
    if (steps.size() == group.size()) group[i].step_of_others = median(others(steps, i));
  }
}

}  // namespace

std::vector<AlikeGpu> alike_gpus(const Profile& profile, const Scope& scope) {
  if (scope.devices().size() < 2) return {};
  const std::vector<GpuWork> work = work_of_devices(profile, scope);
  std::vector<std::vector<DeviceIx>> groups;
  for (const DeviceIx device : scope.devices()) {
    // How long a kernel takes on a GPU that processes share depends on all of them.
    if (work[device].kernels == 0 || devices_of_part(profile, device).size() > 1) continue;
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& of) {
      return are_alike(work[of.front()], work[device]);
    });
    if (group == groups.end())
      groups.push_back({device});
    else
      group->push_back(device);
  }
  std::erase_if(groups, [](const auto& of) { return of.size() < 2; });
  std::vector<AlikeGpu> gpus;
  for (size_t group = 0; group < groups.size(); ++group)
    for (const DeviceIx device : groups[group])
      gpus.push_back(
          {device, static_cast<uint32_t>(group), work[device].kernels, work[device].time, 0, 0, 0, {}, {}});
  add_steps(profile, scope, gpus);
  for (auto first = gpus.begin(); first != gpus.end();) {
    const auto end =
        std::find_if(first, gpus.end(), [&](const AlikeGpu& of) { return of.group != first->group; });
    compare({first, end});
    first = end;
  }
  return gpus;
}

}  // namespace nsys_ai
