// Sums the time of each set of concurrent classes, and of each stream.
#include "analysis/kernels/concurrency.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <unordered_map>

#include "analysis/kernels/device_sweep.h"
#include "analysis/kernels/kernels.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr size_t kFamilies = static_cast<size_t>(KernelFamily::other) + 1;
constexpr size_t kOperationClasses = kFamilies + 3;

StreamRole role_of(const std::array<int64_t, 5>& times) {
  return static_cast<StreamRole>(std::max_element(times.begin(), times.end()) - times.begin());
}

struct RoleTimes {
  int64_t kernels = 0;
  std::array<int64_t, 5> of_role{};
};

std::vector<StreamTime> in_order(const Profile& profile, std::vector<StreamTime> times) {
  const auto place = [&](const StreamTime& of) {
    const Stream& stream = profile.streams()[of.stream];
    return std::tuple(-of.total(), stream.context, stream.stream);
  };
  std::sort(times.begin(), times.end(),
            [&](const StreamTime& a, const StreamTime& b) { return place(a) < place(b); });
  return times;
}

}  // namespace

std::string_view class_name(size_t operation_class) {
  if (operation_class < kFamilies) return name_of(static_cast<KernelFamily>(operation_class));
  constexpr std::array<std::string_view, 3> others = {"copy", "memset", "graph"};
  return others[operation_class - kFamilies];
}

std::string_view name_of(StreamRole role) {
  constexpr std::array<std::string_view, 5> names = {"compute", "communication", "copy", "memset", "graph"};
  return names[static_cast<size_t>(role)];
}

std::vector<ClassOverlap> class_overlaps(const Profile& profile, const Scope& scope, DeviceIx device) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  const Kernels& kernels = profile.kernels();
  std::array<int, kOperationClasses> depth{};
  uint32_t mask = 0;
  std::unordered_map<uint32_t, int64_t> time_of_mask;
  sweep_device(
      profile, scope, device,
      [&](OperationNumbers::Kind kind, uint32_t at) {
        return kind == OperationNumbers::kernel ? static_cast<size_t>(families.of(kernels.name(at)))
                                                : kFamilies + static_cast<size_t>(kind) - 1;
      },
      [&](size_t lane, int by) {
        depth[lane] += by;
        mask = depth[lane] > 0 ? mask | (1U << lane) : mask & ~(1U << lane);
      },
      [&](int64_t ns) { time_of_mask[mask] += ns; });
  std::array<std::array<int64_t, kOperationClasses>, kOperationClasses> both{};
  for (const auto& [classes, ns] : time_of_mask)
    for (size_t a = 0; a < kOperationClasses; ++a)
      for (size_t b = a; b < kOperationClasses; ++b)
        if ((classes >> a & 1) != 0 && (classes >> b & 1) != 0) both[a][b] += ns;
  std::vector<ClassOverlap> overlaps;
  for (size_t a = 0; a < kOperationClasses; ++a)
    for (size_t b = a + 1; b < kOperationClasses; ++b)
      if (both[a][b] > 0) overlaps.push_back({a, b, both[a][b], both[a][a], both[b][b]});
  std::stable_sort(overlaps.begin(), overlaps.end(),
                   [](const ClassOverlap& x, const ClassOverlap& y) { return x.both > y.both; });
  return overlaps;
}

StreamTimes stream_times(const Profile& profile, const Scope& scope, DeviceIx device) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  const Kernels& kernels = profile.kernels();
  const OperationNumbers numbers(profile);
  StreamLanes lanes;
  std::vector<RoleTimes> roles;
  std::vector<StreamTime> times;
  StreamTimes all;
  ActiveLanes active;
  int64_t now = 0;
  sweep_device(
      profile, scope, device,
      [&](OperationNumbers::Kind kind, uint32_t at) {
        const size_t lane = lanes.lane(numbers.family(kind).stream[at]);
        if (lane == roles.size()) {
          roles.emplace_back();
          times.push_back({lanes.streams()[lane]});
        }
        const bool is_kernel = kind == OperationNumbers::kernel;
        const bool communicates = is_kernel && families.of(kernels.name(at)) == KernelFamily::communication;
        const size_t role = is_kernel ? (communicates ? 1 : 0) : static_cast<size_t>(kind) + 1;
        roles[lane].kernels += is_kernel ? 1 : 0;
        roles[lane].of_role[role] += scope.clip(numbers.family(kind).interval(at))->duration();
        return lane;
      },
      [&](size_t lane, int by) {
        active.change(lane, by, now,
                      [&](size_t ended, int64_t since) { times[ended].shared += now - since; });
      },
      [&](int64_t ns) {
        now += ns;
        const auto& running = active.active();
        if (all.active.size() <= running.size()) all.active.resize(running.size() + 1, 0);
        all.active[running.size()] += ns;
        if (running.size() == 1) times[running.front()].alone += ns;
      });
  for (size_t lane = 0; lane < times.size(); ++lane) {
    times[lane].shared -= times[lane].alone;  // `shared` held all of its time
    times[lane].kernels = roles[lane].kernels;
    times[lane].role = role_of(roles[lane].of_role);
  }
  all.streams = in_order(profile, std::move(times));
  return all;
}

}  // namespace nsys_ai
