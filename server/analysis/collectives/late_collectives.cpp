// Compares each collective with the median of its group.
#include "analysis/collectives/late_collectives.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "analysis/durations.h"
#include "profile/identity.h"

namespace nsys_ai {
namespace {

// The kernels of a collective on each GPU, by their ends, to find those of one call of it on other ranks.
class RanksOfCollectives {
 public:
  RanksOfCollectives(const Profile& profile, const std::vector<CollectiveRuns>& all)
      : kernels_(profile.kernels()), profile_(profile) {
    for (const CollectiveRuns& runs : all) {
      std::vector<uint32_t>& of = kernels_of_[{runs.name, profile.streams()[runs.stream].device}];
      of.insert(of.end(), runs.kernels.begin(), runs.kernels.end());
    }
    for (auto& [key, of] : kernels_of_)
      std::sort(of.begin(), of.end(), [&](uint32_t a, uint32_t b) {
        return std::pair(kernels_.end(a), a) < std::pair(kernels_.end(b), b);
      });
  }

  // A collective ends on all of its ranks together, and begins on each when it has come. Clocks of different
  // hosts cannot be compared.
  std::optional<uint32_t> last_to_come(const CollectiveName& name, uint32_t kernel) const {
    const DeviceIx own = profile_.streams()[kernels_.stream[kernel]].device;
    std::optional<uint32_t> last;
    for (auto at = kernels_of_.lower_bound({name, DeviceIx(0)});
         at != kernels_of_.end() && at->first.first == name; ++at) {
      const DeviceIx device = at->first.second;
      if (device == own || !on_one_host(device, own)) continue;
      const auto peer = with_end_near(at->second, kernel);
      if (peer && kernels_.start[*peer] > kernels_.start[last.value_or(kernel)]) last = peer;
    }
    return last;
  }

 private:
  bool on_one_host(DeviceIx a, DeviceIx b) const {
    const auto hardware = [&](DeviceIx of) {
      return hardware_of_key(profile_.processes()[profile_.devices()[of].process].key);
    };
    return hardware(a) == hardware(b);
  }

  std::optional<uint32_t> with_end_near(const std::vector<uint32_t>& peers, uint32_t kernel) const {
    const Interval time = kernels_.interval(kernel);
    const int64_t most = std::max<int64_t>(50'000, time.duration() / 20);
    const auto distance = [&](uint32_t peer) { return std::abs(kernels_.end(peer) - time.end); };
    auto next = std::partition_point(peers.begin(), peers.end(),
                                     [&](uint32_t peer) { return kernels_.end(peer) < time.end; });
    std::optional<uint32_t> nearest;
    if (next != peers.end()) nearest = *next;
    if (next != peers.begin() && (!nearest || distance(*(next - 1)) < distance(*nearest)))
      nearest = *(next - 1);
    if (!nearest || distance(*nearest) > most || intersect(kernels_.interval(*nearest), time).empty())
      return std::nullopt;
    return nearest;
  }

  const Kernels& kernels_;
  const Profile& profile_;
  std::map<std::pair<CollectiveName, DeviceIx>, std::vector<uint32_t>> kernels_of_;
};

}  // namespace

LateCollectives late_collectives(const Profile& profile, const Scope& scope, double threshold) {
  constexpr size_t kFewestAlike = 5;
  LateCollectives found;
  // The rank that others wait for may be outside the scope.
  std::optional<RanksOfCollectives> ranks;
  for (const CollectiveRuns& runs : collective_runs(profile, scope)) {
    ++found.groups;
    if (runs.kernels.size() < kFewestAlike) continue;
    ++found.compared;
    std::vector<int64_t> durations;
    for (const uint32_t kernel : runs.kernels)
      durations.push_back(scope.clip(profile.kernels().interval(kernel))->duration());
    std::vector<int64_t> sorted = durations;
    std::sort(sorted.begin(), sorted.end());
    const int64_t median = percentile(sorted, 0.5);
    if (median <= 0) continue;
    for (size_t i = 0; i < durations.size(); ++i)
      if (static_cast<double>(durations[i]) / static_cast<double>(median) > threshold) {
        if (!ranks) ranks.emplace(profile, collective_runs(profile, Scope::whole(profile)));
        found.late.push_back({runs.kernels[i], runs.stream, runs.name.collective, durations[i], median,
                              static_cast<int64_t>(durations.size()),
                              ranks->last_to_come(runs.name, runs.kernels[i])});
      }
  }
  return found;
}

}  // namespace nsys_ai
