// Scans the kernels once; kernels that do not communicate are skipped by their code.
#include "analysis/collectives/collective_runs.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace nsys_ai {

std::vector<CollectiveRuns> collective_runs(const Profile& profile, const Scope& scope) {
  const Kernels& kernels = profile.kernels();
  const Collectives& collectives = profile.derived(build_collectives);
  std::map<std::pair<StreamIx, CollectiveName>, std::vector<uint32_t>> groups;
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    const Collectives::Of& of = collectives.of_code[kernels.names.code[i]];
    if (!of.communicates || !scope.has(kernels.stream[i]) || !scope.clip(kernels.interval(i))) continue;
    groups[{kernels.stream[i], of.name}].push_back(i);
  }
  std::vector<CollectiveRuns> runs;
  runs.reserve(groups.size());
  for (auto& [key, of] : groups) runs.push_back({key.first, key.second, std::move(of)});
  const auto place = [&](const CollectiveRuns& of) {
    const Stream& stream = profile.streams()[of.stream];
    const Device& device = profile.devices()[stream.device];
    return std::tuple(device.ordinal, profile.processes()[device.process].key, stream.context, stream.stream,
                      of.name);
  };
  std::sort(runs.begin(), runs.end(),
            [&](const CollectiveRuns& a, const CollectiveRuns& b) { return place(a) < place(b); });
  return runs;
}

}  // namespace nsys_ai
