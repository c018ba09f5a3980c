// Groups calls with one counting sort by process and name.
#include "analysis/host/os_call_stats.h"

#include <algorithm>
#include <tuple>

#include "analysis/host/host_scope.h"
#include "profile/dictionary.h"

namespace nsys_ai {

std::vector<OsCallStats> os_call_stats(const Profile& profile, const Scope& scope, const OsCalls& calls) {
  const HostScope host(profile, scope);
  Dictionary<uint64_t> keys;
  std::vector<uint32_t> group_of(calls.size());
  for (size_t i = 0; i < calls.size(); ++i)
    group_of[i] =
        keys.code(uint64_t{calls.threads[calls.thread[i]].process.value} << 32 | NameId(calls.name[i]).value);
  DurationGroups groups =
      grouped_durations(keys.keys().size(), calls.size(), [&](size_t i, size_t to, auto visit) {
        for (; i < to; ++i) {
          const EventProcessIx process = calls.threads[calls.thread[i]].process;
          if (!host.has(calls.processes[process].process)) continue;
          if (const auto inside = host.clip(calls.interval(i))) visit(group_of[i], inside->duration());
        }
      });
  std::vector<OsCallStats> all;
  for (const DurationStats& stats : stats_of_groups(groups)) {
    const uint64_t key = keys.keys()[all.size()];
    all.push_back({stats, EventProcessIx(size_t{key >> 32}), NameId(size_t{key & UINT32_MAX})});
  }
  std::erase_if(all, [](const OsCallStats& stats) { return stats.calls == 0; });
  std::sort(all.begin(), all.end(), [&](const OsCallStats& a, const OsCallStats& b) {
    if (a.total != b.total) return a.total > b.total;
    return std::tuple(calls.processes[a.process].key, calls.text(a.name)) <
           std::tuple(calls.processes[b.process].key, calls.text(b.name));
  });
  return all;
}

}  // namespace nsys_ai
