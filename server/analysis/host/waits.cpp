// Groups blocking calls by thread and name, and looks up how busy the GPUs were meanwhile.
#include "analysis/host/waits.h"

#include <algorithm>
#include <tuple>

#include "analysis/host/api_calls.h"
#include "analysis/host/call_stats.h"
#include "analysis/host/host_scope.h"
#include "analysis/time/busy_time.h"

namespace nsys_ai {
namespace {

// Visits calls of the scope that `wanted` selects by their kind: `visit(call, part inside the window)`.
template <class Wanted, class Visit>
void each_call(const Profile& profile, const Scope& scope, Wanted wanted, Visit visit) {
  const Calls& calls = profile.calls();
  const HostScope host(profile, scope);
  std::vector<bool> is_wanted;
  for (const CallKind& kind : profile.derived(build_call_kinds).of_code) is_wanted.push_back(wanted(kind));
  for (uint32_t i = 0; i < calls.size(); ++i) {
    if (!is_wanted[calls.name.code[i]] || !is_own_call(calls, i) || !host.has(calls.thread[i])) continue;
    if (const auto inside = host.clip(calls.interval(i))) visit(i, *inside);
  }
}

struct Blocked {
  uint32_t thread;
  uint32_t call;  // group in the call names
  Interval time;
  friend auto operator<=>(const Blocked&, const Blocked&) = default;
};

}  // namespace

LongestWaits longest_waits(const Profile& profile, const Scope& scope, size_t most) {
  LongestWaits waits;
  std::vector<std::tuple<int64_t, int64_t, uint32_t>> found;  // negative length, start, call
  each_call(
      profile, scope, [](const CallKind& kind) { return kind.role == CallRole::synchronise; },
      [&](uint32_t call, Interval inside) { found.emplace_back(-inside.duration(), inside.start, call); });
  waits.total = static_cast<int64_t>(found.size());
  const size_t shown = most == 0 ? found.size() : std::min(most, found.size());
  std::partial_sort(found.begin(), found.begin() + static_cast<ptrdiff_t>(shown), found.end());
  for (size_t i = 0; i < shown; ++i) waits.calls.push_back(std::get<2>(found[i]));
  return waits;
}

std::vector<WaitCost> wait_costs(const Profile& profile, const Scope& scope) {
  const Calls& calls = profile.calls();
  const CallNames& names = profile.derived(build_call_names);
  std::vector<Blocked> all;
  each_call(
      profile, scope, [](const CallKind& kind) { return kind.blocks(); },
      [&](uint32_t call, Interval inside) {
        all.push_back({ThreadIx(calls.thread[call]).value, names.of_code[calls.name.code[call]], inside});
      });
  std::sort(all.begin(), all.end());
  const bool whole = scope.is_whole(profile);
  std::optional<BusyTime> of_scope;
  if (!whole) of_scope.emplace(profile, scope);
  const BusyTime& busy = whole ? profile.derived(build_busy_time) : *of_scope;
  std::vector<WaitCost> costs;
  int64_t covered_to = INT64_MIN;
  for (size_t i = 0; i < all.size(); ++i) {
    const Blocked& of = all[i];
    if (i == 0 || all[i - 1].thread != of.thread || all[i - 1].call != of.call) {
      costs.push_back({ThreadIx(size_t{of.thread}), names.names[of.call]});
      covered_to = INT64_MIN;
    }
    WaitCost& cost = costs.back();
    ++cost.calls;
    const Interval fresh{std::max(of.time.start, covered_to), of.time.end};
    covered_to = std::max(covered_to, of.time.end);
    if (fresh.empty()) continue;
    cost.blocked += fresh.duration();
    cost.gpu_busy += busy.inside(profile.threads()[cost.thread].process, fresh);
  }
  std::sort(costs.begin(), costs.end(), [](const WaitCost& a, const WaitCost& b) {
    if (a.blocked != b.blocked) return a.blocked > b.blocked;
    return std::tuple(a.thread.value, a.call) < std::tuple(b.thread.value, b.call);
  });
  return costs;
}

}  // namespace nsys_ai
