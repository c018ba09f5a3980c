// One pass over the operations of each device in time order, with a running union per phase.
#include "analysis/phases/phase_work.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "analysis/durations.h"
#include "analysis/host/api_calls.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/phases/between_steps.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

StepTimes times_of(std::vector<int64_t> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {percentile(values, 0.5), percentile(values, 0.9), percentile(values, 0.99)};
}

// The place of a phase in a process.
struct PhaseKey {
  ProcessIx process;
  PhaseKind kind = PhaseKind::step;
  uint32_t phase = 0;

  friend bool operator<(const PhaseKey& a, const PhaseKey& b) {
    // A step and a part of one engine keep the order of its map.
    const auto rank = [](const PhaseKey& of) { return of.kind <= PhaseKind::part ? 0 : static_cast<int>(of.kind); };
    return std::tuple(a.process.value, rank(a), a.phase) < std::tuple(b.process.value, rank(b), b.phase);
  }
};

PhaseKey key_of_operation(const Phases& phases, uint32_t number, ProcessIx process) {
  const uint32_t step = phases.of_operation[number];
  if (step == Phases::kNotLaunched) return {process, PhaseKind::not_launched};
  if (step == Phases::kOutside) return {process, PhaseKind::outside};
  const uint32_t phase = phases.steps[step].phase;
  return {process, phases.names[phase].is_step ? PhaseKind::step : PhaseKind::part, phase};
}

// What is collected about a phase before it is summed up.
struct PhaseParts {
  PhaseWork work;
  std::vector<Interval> steps;  // clipped
  std::map<uint32_t, Interval> on_gpu;  // by step
  int64_t covered_to = INT64_MIN;
  uint32_t device = UINT32_MAX;
  std::set<uint32_t> graph_calls;
};
using PartsByPhase = std::map<PhaseKey, PhaseParts>;

void grow_busy(PhaseParts& parts, DeviceIx device, Interval inside) {
  if (parts.device != device.value) {
    parts.device = device.value;
    parts.covered_to = INT64_MIN;
  }
  parts.work.busy += std::max<int64_t>(0, inside.end - std::max(inside.start, parts.covered_to));
  parts.covered_to = std::max(parts.covered_to, inside.end);
}

void add_operations(const Profile& profile, const Phases& phases, const Scope& scope, PartsByPhase& all) {
  const OperationNumbers numbers(profile);
  const Launches& launches = profile.derived(build_launches);
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const OperationOrder& order = profile.derived(build_operation_order);
  ThrottledCheck check;
  for (const DeviceIx device : scope.devices()) {
    const ProcessIx process = profile.devices()[device].process;
    for (const uint32_t number : order.of_device[device]) {
      check();
      const auto operation = numbers[number];
      const auto inside = scope.clip(numbers.family(operation.kind).interval(operation.at));
      if (!inside) continue;
      const PhaseKey key = key_of_operation(phases, number, process);
      PhaseParts& parts = all[key];
      grow_busy(parts, device, *inside);
      if (key.kind <= PhaseKind::part) {
        const auto [at, is_new] = parts.on_gpu.try_emplace(phases.of_operation[number], *inside);
        if (!is_new) at->second = {std::min(at->second.start, inside->start), std::max(at->second.end, inside->end)};
      }
      const uint32_t call = links_of(launches, operation.kind)[operation.at];
      if (call != Launches::kNoCall && kinds.of(profile.calls(), call).role == CallRole::graph_launch)
        parts.graph_calls.insert(call);
      if (operation.kind == OperationNumbers::kernel) {
        ++parts.work.kernels;
        parts.work.kernel_time += inside->duration();
      } else if (operation.kind == OperationNumbers::graph_run) {
        ++parts.work.whole;
        parts.work.hidden += inside->duration();
      }
    }
  }
}

void add_step_times(const Phases& phases, const Scope& scope, PartsByPhase& all) {
  for (const PhaseStep& step : phases.steps) {
    if (!scope.has(step.process)) continue;
    const auto inside = scope.clip(step.time);
    if (!inside) continue;
    const PhaseKind kind = phases.names[step.phase].is_step ? PhaseKind::step : PhaseKind::part;
    all[{step.process, kind, step.phase}].steps.push_back(*inside);
  }
}

PhaseWork summed_up(const PhaseKey& key, PhaseParts& parts) {
  PhaseWork work = std::move(parts.work);
  work.kind = key.kind;
  work.phase = key.phase;
  work.process = key.process;
  work.replays = static_cast<int64_t>(parts.graph_calls.size());
  work.steps = static_cast<int64_t>(parts.steps.size());
  std::vector<int64_t> host, gpu;
  for (const Interval& step : parts.steps) host.push_back(step.duration());
  for (const auto& [step, time] : parts.on_gpu) gpu.push_back(time.duration());
  work.host = times_of(std::move(host));
  work.gpu = times_of(std::move(gpu));
  const IntervalSet open = IntervalSet::union_of(std::move(parts.steps));
  work.wall = open.total();
  work.extent = open.span();
  return work;
}

}  // namespace

std::string_view name_of(PhaseKind kind) {
  switch (kind) {
    case PhaseKind::step:
      return "step";
    case PhaseKind::part:
      return "part";
    case PhaseKind::between:
      return "between steps";
    case PhaseKind::outside:
      return "outside";
    case PhaseKind::not_launched:
      return "launch not recorded";
  }
  return "";
}

Result<std::vector<PhaseWork>> phase_work(const Profile& profile, const Phases& phases, const Scope& scope,
                                          const Work& work) {
  PartsByPhase parts;
  add_operations(profile, phases, scope, parts);
  add_step_times(phases, scope, parts);
  auto between = time_between_steps(profile, phases, scope, work);
  if (!between) return tl::unexpected(between.error());
  std::vector<PhaseWork> all = std::move(*between);
  for (auto& [key, of] : parts) all.push_back(summed_up(key, of));
  const auto key_of = [](const PhaseWork& of) { return PhaseKey{of.process, of.kind, of.phase}; };
  std::stable_sort(all.begin(), all.end(),
                   [&](const PhaseWork& a, const PhaseWork& b) { return key_of(a) < key_of(b); });
  return all;
}

std::vector<PhaseKernel> kernels_of_phases(const Profile& profile, const Phases& phases, const Scope& scope) {
  std::map<std::pair<PhaseKey, uint32_t>, PhaseKernel> all;
  const Kernels& kernels = profile.kernels();
  ThrottledCheck check;
  for (uint32_t i = 0; i < kernels.size(); check(), ++i) {
    const StreamIx stream = kernels.stream[i];
    if (!scope.has(stream)) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    // Kernels are the first of all numbered operations.
    const PhaseKey key = key_of_operation(phases, i, ProcessIx(0));
    const NameId name = kernels.name(i);
    const auto [at, is_new] = all.try_emplace({key, name.value}, PhaseKernel{key.kind, key.phase, name, i});
    ++at->second.calls;
    at->second.total += inside->duration();
  }
  std::vector<PhaseKernel> sorted;
  for (const auto& [key, of] : all) sorted.push_back(of);
  std::sort(sorted.begin(), sorted.end(), [&](const PhaseKernel& a, const PhaseKernel& b) {
    const PhaseKey left{ProcessIx(0), a.kind, a.phase}, right{ProcessIx(0), b.kind, b.phase};
    if (left < right || right < left) return left < right;
    if (a.total != b.total) return a.total > b.total;
    return profile.text(a.kernel) < profile.text(b.kernel);
  });
  return sorted;
}

}  // namespace nsys_ai
