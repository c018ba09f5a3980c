// Sweeps once over the events of all threads in time order.
#include "analysis/host/thread_time.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "analysis/host/api_calls.h"
#include "analysis/host/host_scope.h"

namespace nsys_ai {
namespace {

// Visits the calls of each thread in the window: `visit(thread, part inside)`.
template <class Visit>
void each_call(const Profile& profile, const Scope& scope, Visit visit) {
  const Calls& calls = profile.calls();
  for (size_t i = 0; i < calls.size(); ++i)
    if (const auto inside = is_own_call(calls, i) ? scope.clip(calls.interval(i)) : std::nullopt)
      visit(calls.thread[i], *inside);
}

// The union of the calls of each thread; empty for one that made none in the capture. In nearly every file
// the calls of a thread are in time order; otherwise they are sorted.
std::vector<std::optional<int64_t>> cuda_times(const Profile& profile, const Scope& scope) {
  struct Covered {
    int64_t last_start = INT64_MIN;
    int64_t to = INT64_MIN;
    int64_t total = 0;
    bool in_order = true;
    std::vector<Interval> calls = {};  // only for a thread whose calls are unordered
  };
  std::vector<Covered> threads(profile.threads().size());
  bool all_in_order = true;
  each_call(profile, scope, [&](ThreadIx thread, Interval call) {
    Covered& of = threads[thread];
    of.in_order = of.in_order && call.start >= of.last_start;
    all_in_order = all_in_order && of.in_order;
    of.last_start = call.start;
    of.total += Interval{std::max(call.start, of.to), call.end}.duration();
    of.to = std::max(of.to, call.end);
  });
  if (!all_in_order)
    each_call(profile, scope, [&](ThreadIx thread, Interval call) {
      if (!threads[thread].in_order) threads[thread].calls.push_back(call);
    });
  std::vector<bool> calls(threads.size(), false);
  for (size_t i = 0; i < profile.calls().size(); ++i) calls[profile.calls().thread[i]] = true;
  std::vector<std::optional<int64_t>> times(threads.size());
  for (size_t i = 0; i < threads.size(); ++i) {
    Covered& of = threads[i];
    if (calls[i]) times[i] = of.in_order ? of.total : IntervalSet::union_of(std::move(of.calls)).total();
  }
  return times;
}

ThreadTime thread_time(const LazyFamily& family, size_t thread,
                       const std::vector<std::optional<int64_t>>& cuda) {
  const EventThread& of = family.threads[thread];
  const int64_t pid = family.processes[of.process].pid;
  ThreadTime time;
  if (pid != 0) time.pid = pid;
  time.tid = of.tid;
  time.name = family.text(of.name);
  if (of.thread.exists()) time.cuda = cuda[of.thread];
  return time;
}

void put_in_order(std::vector<ThreadTime>& times) {
  std::sort(times.begin(), times.end(), [](const ThreadTime& a, const ThreadTime& b) {
    if (a.share != b.share) return a.share > b.share;
    return std::tie(a.pid, a.tid, a.name) < std::tie(b.pid, b.tid, b.name);
  });
}

// The time on a core of each thread of the family between `recorded.start` and `recorded.end`.
std::vector<int64_t> on_cpu_times(const Scope& scope, const SchedEvents& events, Interval recorded) {
  std::vector<uint32_t> order(events.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return events.time[a] < events.time[b]; });
  constexpr int64_t kOff = INT64_MIN;
  std::vector<int64_t> since(events.threads.size(), recorded.start);
  std::vector<int64_t> times(events.threads.size(), 0);
  std::vector<bool> seen(events.threads.size(), false);
  const auto ran = [&](size_t thread, int64_t until) {
    if (since[thread] == kOff || until <= since[thread]) return;
    times[thread] += scope.clip({since[thread], until}).value_or(Interval()).duration();
  };
  for (const uint32_t at : order) {
    const size_t thread = events.thread[at];
    const bool comes = events.is_in[at] == 1;
    if (!comes) ran(thread, events.time[at]);
    // A second schedule-in without a schedule-out before it means that the thread kept running.
    if (comes && (!seen[thread] || since[thread] == kOff)) since[thread] = events.time[at];
    if (!comes) since[thread] = kOff;
    seen[thread] = true;
  }
  for (size_t thread = 0; thread < times.size(); ++thread)
    if (seen[thread]) ran(thread, recorded.end);
  return times;
}

}  // namespace

std::vector<ThreadTime> scheduled_times(const Profile& profile, const Scope& scope,
                                        const SchedEvents& events) {
  std::vector<ThreadTime> all;
  if (events.size() == 0) return all;
  const auto [first, last] = std::minmax_element(events.time.begin(), events.time.end());
  const Interval recorded{*first, *last};
  const int64_t window = recorded.empty() ? 0 : scope.clip(recorded).value_or(Interval()).duration();
  const HostScope host(profile, scope);
  const std::vector<std::optional<int64_t>> cuda = cuda_times(profile, scope);
  const std::vector<int64_t> times = on_cpu_times(scope, events, recorded);
  for (size_t thread = 0; thread < times.size(); ++thread) {
    if (times[thread] == 0 || !host.has(events.processes[events.threads[thread].process].process)) continue;
    all.push_back(thread_time(events, thread, cuda));
    all.back().on_cpu = times[thread];
    all.back().share = static_cast<double>(times[thread]) / static_cast<double>(window);
  }
  put_in_order(all);
  return all;
}

std::vector<ThreadTime> sampled_times(const Profile& profile, const Scope& scope, const CpuSamples& samples) {
  const HostScope host(profile, scope);
  const std::vector<std::optional<int64_t>> cuda = cuda_times(profile, scope);
  bool has_cycles = false;
  for (size_t i = 0; i < samples.size(); ++i) has_cycles = has_cycles || samples.cycles[i] > 0;
  std::vector<double> weights(samples.threads.size(), 0.0);
  double total = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    const size_t thread = samples.thread[i];
    if (!host.has(samples.processes[samples.threads[thread].process].process) ||
        !host.clip({samples.time[i], samples.time[i]}))
      continue;
    const double weight = has_cycles ? static_cast<double>(samples.cycles[i]) : 1.0;
    weights[thread] += weight;
    total += weight;
  }
  std::vector<ThreadTime> all;
  for (size_t thread = 0; thread < weights.size(); ++thread) {
    if (weights[thread] <= 0) continue;
    all.push_back(thread_time(samples, thread, cuda));
    all.back().share = weights[thread] / total;
  }
  put_in_order(all);
  return all;
}

}  // namespace nsys_ai
