// Steps as the program marks them, else repeats of the same kernels, else runs of one kernel.
#include "compare/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/time/iteration_work.h"
#include "analysis/time/iterations.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"step", "repeat", "kernel", "none"};

bool is_step(StepSource source) { return source == StepSource::marker || source == StepSource::detected; }

// The kernels of a device in the order of their starts.
std::vector<uint32_t> kernels_of(const Profile& profile, DeviceIx device) {
  const OperationNumbers numbers(profile);
  std::vector<uint32_t> kernels;
  ThrottledCheck check;
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    check();
    if (const auto operation = numbers[number]; operation.kind == OperationNumbers::kernel)
      kernels.push_back(operation.at);
  }
  return kernels;
}

// From the start of each step to that of the next one.
DeviceWorkUnits between_starts(DeviceIx device, const std::vector<WorkUnit>& steps) {
  DeviceWorkUnits of{device, {}};
  for (size_t i = 0; i + 1 < steps.size(); ++i)
    if (steps[i + 1].number == steps[i].number + 1 && steps[i + 1].time.start > steps[i].time.start)
      of.units.push_back({steps[i].number, {steps[i].time.start, steps[i + 1].time.start}});
  return of;
}

struct FoundWork {
  std::map<DeviceIx, std::vector<WorkUnit>> steps;
  std::map<DeviceIx, std::map<int64_t, int64_t>> lengths;  // how many have so many kernels
  std::string label;
};

template <class Wanted>
FoundWork work_of(const Profile& profile, const Scope& scope, Wanted is_wanted) {
  const Iterations& iterations = profile.derived(build_iterations);
  FoundWork found;
  for (const IterationWork& work : iteration_work(profile, iterations, scope)) {
    const Iteration& iteration = iterations.all[work.iteration];
    const ProcessSteps& of = iterations.of(iteration);
    if (!is_wanted(of.source)) continue;
    found.steps[work.device].push_back({iteration.number, work.time});
    ++found.lengths[work.device][work.kernels];
    if (!found.label.empty()) continue;
    found.label = fmt::format("{} {} `{}`", noun_of(of.source), words_before_label(of.source), of.label);
  }
  return found;
}

int64_t most_common(const std::map<int64_t, int64_t>& counts) {
  const auto most = std::max_element(counts.begin(), counts.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? 0 : most->first;
}

WorkUnits steps_of(const Profile& profile, const Scope& scope) {
  const FoundWork found = work_of(profile, scope, is_step);
  WorkUnits units{UnitKind::step, found.label, 0, {}};
  std::map<int64_t, int64_t> lengths;
  for (const auto& [device, steps] : found.steps) {
    units.devices.push_back(between_starts(device, steps));
    for (const auto& [kernels, count] : found.lengths.at(device)) lengths[kernels] += count;
  }
  units.kernels = most_common(lengths);
  return units;
}

// Whether the next `length` kernels from `at` on have the names of those that follow them.
bool repeats_at(const Profile& profile, const std::vector<uint32_t>& kernels, size_t at, size_t length) {
  if (at + 2 * length > kernels.size()) return false;
  const auto names = [&](size_t from) {
    std::vector<uint32_t> of;
    for (size_t i = from; i < from + length; ++i) of.push_back(profile.kernels().name(kernels[i]).value);
    std::sort(of.begin(), of.end());
    return of;
  };
  return names(at) == names(at + length);
}

// Cuts the kernels of a device into repeats, from the first kernel that belongs to one. A repeat counts if
// the next one is whole, too.
DeviceWorkUnits cut_repeats(const Profile& profile, DeviceIx device, int64_t kernels_in_each) {
  const std::vector<uint32_t> kernels = kernels_of(profile, device);
  const auto length = static_cast<size_t>(kernels_in_each);
  const auto start = [&](size_t at) { return profile.kernels().start[kernels[at]]; };
  DeviceWorkUnits of{device, {}};
  size_t misses = 0;
  for (size_t at = 0; length > 0 && at + 2 * length <= kernels.size() && misses < 4 * length;) {
    check_cancelled();
    if (!repeats_at(profile, kernels, at, length)) {
      ++at, ++misses;
      continue;
    }
    if (start(at + length) > start(at))
      of.units.push_back({static_cast<int64_t>(of.units.size()), {start(at), start(at + length)}});
    at += length;
  }
  return of;
}

WorkUnits repeats_of(const Profile& profile, const Scope& scope) {
  const FoundWork found =
      work_of(profile, scope, [](StepSource source) { return source != StepSource::none; });
  WorkUnits units{UnitKind::repeat, "", 0, {}};
  std::map<int64_t, int64_t> lengths;
  for (const auto& [device, steps] : found.steps) {
    const int64_t length = most_common(found.lengths.at(device));
    DeviceWorkUnits cut = cut_repeats(profile, device, length);
    DeviceWorkUnits marked = between_starts(device, steps);
    units.devices.push_back(2 * cut.units.size() >= marked.units.size() ? std::move(cut) : std::move(marked));
    lengths[length] += static_cast<int64_t>(units.devices.back().units.size());
  }
  units.kernels = most_common(lengths);
  units.label = fmt::format("repeat of {} kernels", units.kernels);
  return units;
}

WorkUnits runs_of_kernel(const Profile& profile, const Scope& scope, const std::string& name) {
  WorkUnits units{UnitKind::kernel, fmt::format("time from one `{}` to the next", name), 0, {}};
  for (const DeviceIx device : scope.devices()) {
    std::vector<WorkUnit> starts;
    for (const uint32_t kernel : kernels_of(profile, device))
      if (profile.text(profile.kernels().name(kernel)) == name)
        starts.push_back({static_cast<int64_t>(starts.size()), profile.kernels().interval(kernel)});
    if (starts.size() > 1) units.devices.push_back(between_starts(device, starts));
  }
  return units;
}

bool is_wanted(const WorkUnit& unit, const UnitRequest& request) {
  if (request.first && unit.number < *request.first) return false;
  if (request.last && unit.number > *request.last) return false;
  return !request.window ||
         (unit.time.start >= request.window->start && unit.time.end <= request.window->end);
}

}  // namespace

std::string_view name_of(UnitKind kind) { return kKinds[static_cast<size_t>(kind)]; }

std::optional<UnitKind> unit_kind(std::string_view name) {
  const auto at = std::find(kKinds.begin(), kKinds.end(), name);
  if (at == kKinds.end()) return std::nullopt;
  return static_cast<UnitKind>(at - kKinds.begin());
}

int64_t WorkUnits::count() const {
  int64_t count = 0;
  for (const DeviceWorkUnits& of : devices) count += static_cast<int64_t>(of.units.size());
  return count;
}

UnitKind best_unit_kind(const Profile& profile, const Scope& scope) {
  const Iterations& iterations = profile.derived(build_iterations);
  UnitKind best = profile.kernels().size() > 0 ? UnitKind::kernel : UnitKind::none;
  for (const DeviceIx device : scope.devices()) {
    const ProcessSteps& of = iterations.of_process[profile.devices()[device].process];
    // The last step of a process ends nowhere.
    if (of.end <= of.first + 1) continue;
    if (is_step(of.source)) return UnitKind::step;
    if (of.source == StepSource::repeat) best = UnitKind::repeat;
  }
  return best;
}

WorkUnits units_of(const Profile& profile, const Scope& scope, const UnitRequest& request) {
  WorkUnits units;
  if (request.kind == UnitKind::step) units = steps_of(profile, scope);
  if (request.kind == UnitKind::repeat) units = repeats_of(profile, scope);
  if (request.kind == UnitKind::kernel) units = runs_of_kernel(profile, scope, request.kernel);
  for (DeviceWorkUnits& of : units.devices)
    std::erase_if(of.units, [&](const WorkUnit& unit) { return !is_wanted(unit, request); });
  std::erase_if(units.devices, [](const DeviceWorkUnits& of) { return of.units.empty(); });
  return units;
}

std::string common_kernel(const Profile& before, const Profile& after) {
  std::set<std::string_view> often;
  for (const KernelStats& of : before.derived(build_kernel_stats).by_total)
    if (of.calls > kFewestUnits) often.insert(before.text(of.name));
  for (const KernelStats& of : after.derived(build_kernel_stats).by_total)
    if (of.calls > kFewestUnits && often.contains(after.text(of.name)))
      return std::string(after.text(of.name));
  return "";
}

}  // namespace nsys_ai
