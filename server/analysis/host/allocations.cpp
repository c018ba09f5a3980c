// Groups allocations and releases by thread and call, and looks up what the GPUs did meanwhile.
#include "analysis/host/allocations.h"

#include <algorithm>
#include <tuple>

#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/host/host_scope.h"
#include "analysis/time/busy_time.h"

namespace nsys_ai {
namespace {

struct Allocation {
  uint32_t thread;
  uint32_t name;  // group in the call names
  Interval time;
  uint32_t call;
  friend auto operator<=>(const Allocation&, const Allocation&) = default;
};

std::vector<Allocation> allocations(const Profile& profile, const Scope& scope) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const CallNames& names = profile.derived(build_call_names);
  const HostScope host(profile, scope);
  std::vector<Allocation> all;
  for (uint32_t i = 0; i < calls.size(); ++i) {
    const CallRole role = kinds.of(calls, i).role;
    if ((role != CallRole::allocate && role != CallRole::release) || !is_own_call(calls, i) ||
        !host.has(calls.thread[i]))
      continue;
    if (const auto inside = host.clip(calls.interval(i)))
      all.push_back({ThreadIx(calls.thread[i]).value, names.of_code[calls.name.code[i]], *inside, i});
  }
  std::sort(all.begin(), all.end());
  return all;
}

// Bytes of memory events by process and correlation id, sorted.
using EventBytes = std::vector<std::tuple<uint32_t, uint32_t, int64_t>>;

EventBytes bytes_of_events(const MemoryUsage& memory) {
  EventBytes events;
  for (size_t i = 0; i < memory.size(); ++i) {
    const ProcessIx process = memory.processes[memory.places[memory.place[i]].process].process;
    if (process.exists()) events.emplace_back(process.value, memory.correlation[i], memory.bytes[i]);
  }
  std::sort(events.begin(), events.end());
  return events;
}

Sum bytes_of(const EventBytes& events, uint32_t process, uint32_t correlation) {
  Sum bytes;
  for (auto at = std::lower_bound(events.begin(), events.end(), std::tuple(process, correlation, INT64_MIN));
       at != events.end() && std::get<0>(*at) == process && std::get<1>(*at) == correlation; ++at)
    bytes += std::get<2>(*at);
  return bytes;
}

bool drains(const BusyTime& busy, ProcessIx process, Interval call) {
  const auto stretch = busy.at(process, call.start);
  return stretch && stretch->end <= call.end;
}

}  // namespace

std::vector<AllocationCost> allocation_costs(const Profile& profile, const Scope& scope,
                                             const MemoryUsage& memory) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const CallNames& names = profile.derived(build_call_names);
  const EventBytes events = bytes_of_events(memory);
  // Whether a call drained the GPUs is decided from the entire capture, independent of the window.
  const BusyTime& busy = profile.derived(build_busy_time);
  std::vector<AllocationCost> costs;
  int64_t covered_to = INT64_MIN;
  for (const Allocation& of : allocations(profile, scope)) {
    if (costs.empty() || costs.back().thread.value != of.thread ||
        costs.back().call != names.names[of.name]) {
      costs.push_back({ThreadIx(size_t{of.thread}), names.names[of.name]});
      covered_to = INT64_MIN;
    }
    AllocationCost& cost = costs.back();
    const ProcessIx process = profile.threads()[cost.thread].process;
    ++cost.calls;
    cost.total += Interval{std::max(of.time.start, covered_to), of.time.end}.duration();
    covered_to = std::max(covered_to, of.time.end);
    cost.drained += !kinds.of(calls, of.call).async && drains(busy, process, calls.interval(of.call)) ? 1 : 0;
    cost.bytes += bytes_of(events, process.value, calls.correlation[of.call]);
  }
  std::sort(costs.begin(), costs.end(), [](const AllocationCost& a, const AllocationCost& b) {
    if (a.total != b.total) return a.total > b.total;
    return std::tuple(a.thread.value, a.call) < std::tuple(b.thread.value, b.call);
  });
  return costs;
}

}  // namespace nsys_ai
