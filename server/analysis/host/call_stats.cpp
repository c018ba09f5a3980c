// Groups calls by base name with one counting sort.
#include "analysis/host/call_stats.h"

#include <algorithm>
#include <unordered_map>

#include "analysis/host/api_calls.h"
#include "analysis/host/host_scope.h"

namespace nsys_ai {
namespace {

constexpr int64_t kNotReady = 600;  // cudaErrorNotReady and CUDA_ERROR_NOT_READY

}  // namespace

CallNames build_call_names(const Profile& profile) {
  CallNames call_names;
  std::unordered_map<std::string_view, uint32_t> groups;
  for (const NameId name : profile.calls().name.values) {
    const std::string_view base = base_call_name(profile.text(name));
    const auto [group, is_new] = groups.emplace(base, static_cast<uint32_t>(call_names.names.size()));
    if (is_new) call_names.names.push_back(base);
    call_names.of_code.push_back(group->second);
  }
  return call_names;
}

std::vector<CallStats> call_stats(const Profile& profile, const Scope& scope) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const CallNames& names = profile.derived(build_call_names);
  const HostScope host(profile, scope);
  DurationGroups groups =
      grouped_durations(names.names.size(), calls.size(), [&](size_t i, size_t to, auto visit) {
        for (; i < to; ++i) {
          if (!is_own_call(calls, i) || !host.has(calls.thread[i])) continue;
          if (const auto inside = host.clip(calls.interval(i)))
            visit(names.of_code[calls.name.code[i]], inside->duration());
        }
      });
  std::vector<CallStats> all;
  for (const DurationStats& stats : stats_of_groups(groups)) all.push_back({stats, names.names[all.size()]});
  for (size_t i = 0; i < calls.size(); ++i) {
    if (calls.return_value[i] == 0 || !is_own_call(calls, i) || !host.has(calls.thread[i])) continue;
    if (calls.return_value[i] == kNotReady && kinds.of(calls, i).role == CallRole::query) continue;
    if (host.clip(calls.interval(i))) ++all[names.of_code[calls.name.code[i]]].errors;
  }
  std::erase_if(all, [](const CallStats& stats) { return stats.calls == 0; });
  std::sort(all.begin(), all.end(), [](const CallStats& a, const CallStats& b) {
    if (a.total != b.total) return a.total > b.total;
    return a.name < b.name;
  });
  return all;
}

}  // namespace nsys_ai
