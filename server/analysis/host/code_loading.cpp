// Groups loading calls by process and name; finds first launches in one pass over the launches.
#include "analysis/host/code_loading.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "analysis/durations.h"
#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/host/host_scope.h"
#include "analysis/kernels/first_kernels.h"
#include "analysis/kernels/first_launches.h"
#include "analysis/time/iterations.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// When the marked steps of each process were open. Steps detected on the GPU do not apply to the host.
class MarkedSteps {
 public:
  explicit MarkedSteps(const Profile& profile) : of_process_(profile.processes().size()) {
    const Iterations& iterations = profile.derived(build_iterations);
    for (const Iteration& step : iterations.all)
      if (iterations.of(step).source == StepSource::marker) of_process_[step.process].push_back(step.bounds);
  }

  // Counts a call that began at `start`.
  void count(CodeLoading& loading, int64_t start) const {
    const std::vector<Interval>& steps = of_process_[loading.process];
    if (steps.empty()) return;
    const auto after =
        std::partition_point(steps.begin(), steps.end(), [&](Interval step) { return step.start <= start; });
    const bool inside = after != steps.begin() && start < std::prev(after)->end;
    loading.in_steps = loading.in_steps.value_or(0) + (inside ? 1 : 0);
  }

 private:
  std::vector<std::vector<Interval>> of_process_;  // sorted by time
};

struct Load {
  uint32_t process;
  uint32_t name;  // group in the call names
  Interval time;
  friend auto operator<=>(const Load&, const Load&) = default;
};

void add_loads(const Profile& profile, const Scope& scope, const MarkedSteps& steps,
               std::vector<CodeLoading>& all) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const CallNames& names = profile.derived(build_call_names);
  const HostScope host(profile, scope);
  std::vector<Load> loads;
  for (size_t i = 0; i < calls.size(); ++i) {
    if (kinds.of(calls, i).role != CallRole::load_code || !is_own_call(calls, i) ||
        !host.has(calls.thread[i]))
      continue;
    if (const auto inside = host.clip(calls.interval(i)))
      loads.push_back(
          {profile.threads()[calls.thread[i]].process.value, names.of_code[calls.name.code[i]], *inside});
  }
  std::sort(loads.begin(), loads.end());
  int64_t covered_to = INT64_MIN;
  for (size_t i = 0; i < loads.size(); ++i) {
    const Load& load = loads[i];
    if (i == 0 || loads[i - 1].process != load.process || loads[i - 1].name != load.name) {
      all.push_back({ProcessIx(size_t{load.process}), names.names[load.name], 0, 0, load.time.start});
      covered_to = INT64_MIN;
    }
    ++all.back().calls;
    steps.count(all.back(), load.time.start);
    all.back().total += Interval{std::max(load.time.start, covered_to), load.time.end}.duration();
    covered_to = std::max(covered_to, load.time.end);
  }
}

// The median launch call of each process in the entire capture.
std::vector<int64_t> median_launches(const Profile& profile) {
  const Calls& calls = profile.calls();
  const Launches& launches = profile.derived(build_launches);
  const FirstKernels& first = profile.derived(build_first_kernels);
  DurationGroups groups = grouped_durations(
      profile.processes().size(), first.kernels.size(), [&](size_t i, size_t to, auto visit) {
        for (; i < to; ++i) {
          const uint32_t call = launches.of_kernel[first.kernels[i]];
          visit(profile.threads()[calls.thread[call]].process, calls.interval(call).duration());
        }
      });
  std::vector<int64_t> medians;
  for (size_t process = 0; process < profile.processes().size(); ++process) {
    medians.push_back(groups.of(
        process, [](auto durations) { return durations.empty() ? 0 : Percentiles(durations).at(0.5); }));
  }
  return medians;
}

void add_first_launches(const Profile& profile, const Scope& scope, const MarkedSteps& steps,
                        std::vector<CodeLoading>& all) {
  const Calls& calls = profile.calls();
  const HostScope host(profile, scope);
  const std::vector<int64_t> medians = median_launches(profile);
  const std::vector<FirstLaunch>& first = profile.derived(build_first_launches).all;
  for (auto of = first.begin(); of != first.end();) {
    const ProcessIx process = of->process;
    CodeLoading loading{process, {}, 0, 0, INT64_MAX};
    for (; of != first.end() && of->process == process; ++of) {
      if (!host.has(calls.thread[of->call])) continue;
      const auto inside = host.clip(calls.interval(of->call));
      if (!inside) continue;
      ++loading.calls;
      steps.count(loading, inside->start);
      loading.total += std::max<int64_t>(inside->duration() - medians[process], 0);
      loading.first = std::min(loading.first, inside->start);
    }
    if (loading.calls > 0) all.push_back(loading);
  }
}

}  // namespace

std::vector<CodeLoading> code_loading(const Profile& profile, const Scope& scope) {
  std::vector<CodeLoading> all;
  const MarkedSteps steps(profile);
  add_loads(profile, scope, steps, all);
  add_first_launches(profile, scope, steps, all);
  std::sort(all.begin(), all.end(), [](const CodeLoading& a, const CodeLoading& b) {
    if (a.total != b.total) return a.total > b.total;
    return std::tuple(a.process.value, a.call) < std::tuple(b.process.value, b.call);
  });
  return all;
}

}  // namespace nsys_ai
