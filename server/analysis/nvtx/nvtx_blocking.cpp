// Looks up the range of blocking calls only, which are few among all calls.
#include "analysis/nvtx/nvtx_blocking.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "analysis/host/api_calls.h"
#include "analysis/nvtx/nvtx_paths.h"

namespace nsys_ai {

std::vector<BlockingCalls> blocking_calls_by_path(const Profile& profile, const Scope& scope) {
  const Calls& calls = profile.calls();
  const CallKinds& kinds = profile.derived(build_call_kinds);
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  std::map<std::pair<uint32_t, std::string_view>, BlockingCalls> groups;
  for (uint32_t call = 0; call < calls.size(); ++call) {
    if (!kinds.of(calls, call).blocks() || !is_own_call(calls, call)) continue;
    if (!scope.has(profile.threads()[calls.thread[call]].process)) continue;
    const auto inside = scope.clip(calls.interval(call));
    if (!inside) continue;
    const uint32_t range = forest.innermost(profile.nvtx(), calls.thread[call], calls.interval(call));
    const uint32_t path = range == NvtxForest::kNoRange ? NvtxPaths::kNoPath : paths.of_range[range];
    const std::string_view api = base_call_name(profile.text(calls.name[call]));
    BlockingCalls& group = groups.try_emplace({path, api}, BlockingCalls{path, api}).first->second;
    ++group.calls;
    group.blocked += inside->duration();
  }
  std::vector<std::pair<std::string, BlockingCalls>> named;
  named.reserve(groups.size());
  for (const auto& [key, group] : groups)
    named.emplace_back(group.path == NvtxPaths::kNoPath ? "" : paths.text(profile, group.path), group);
  std::sort(named.begin(), named.end(), [](const auto& a, const auto& b) {
    return std::tuple(-int64_t{a.second.blocked}, std::string_view(a.first), a.second.api) <
           std::tuple(-int64_t{b.second.blocked}, std::string_view(b.first), b.second.api);
  });
  std::vector<BlockingCalls> all;
  all.reserve(named.size());
  for (const auto& [text, group] : named) all.push_back(group);
  return all;
}

}  // namespace nsys_ai
