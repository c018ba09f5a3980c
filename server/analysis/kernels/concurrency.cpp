// One sweep in order of starts, with a heap of the ends that are still to come.
#include "analysis/kernels/concurrency.h"

#include <algorithm>
#include <array>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "analysis/kernels/kernels.h"
#include "profile/order.h"

namespace nsys_ai::inline analysis {
namespace {

constexpr size_t kFamilies = static_cast<size_t>(KernelFamily::other) + 1;
constexpr size_t kClasses = kFamilies + 3;

// Calls `change(lane, +1 or -1)` at the start and end of each operation and `pass(ns)` between, in order of
// time. `lane(kind, at)` says which lane an operation is in.
template <class LaneOf, class Change, class Pass>
void sweep(const Profile& profile, const Scope& scope, DeviceIx device, LaneOf lane, Change change,
           Pass pass) {
  using End = std::pair<int64_t, size_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  const OperationNumbers numbers(profile);
  int64_t now = INT64_MIN;
  const auto go_to = [&](int64_t time) {
    while (!ends.empty() && ends.top().first <= time) {
      if (ends.top().first > now) pass(ends.top().first - now);
      now = std::max(now, ends.top().first);
      change(ends.top().second, -1);
      ends.pop();
    }
    if (time > now && now != INT64_MIN && time != INT64_MAX) pass(time - now);
    now = std::max(now, time);
  };
  for (const uint32_t number : profile.derived(build_operation_order).of_device[device]) {
    const auto [kind, at] = numbers[number];
    const Interval whole = numbers.family(kind).interval(at);
    if (scope.has_window() && whole.start >= scope.window().end) break;
    const auto inside = scope.clip(whole);
    if (!inside) continue;
    go_to(inside->start);
    const size_t in = lane(kind, at);
    change(in, 1);
    ends.emplace(inside->end, in);
  }
  go_to(INT64_MAX);
}

StreamRole role_of(const std::array<int64_t, 5>& times) {
  return static_cast<StreamRole>(std::max_element(times.begin(), times.end()) - times.begin());
}

// Streams of one device in the order in which they first ran.
class StreamLanes {
 public:
  // Neighbours in time mostly run on one stream.
  size_t lane(StreamIx stream) {
    if (!streams_.empty() && streams_[last_] == stream) return last_;
    const auto [known, added] = lane_of_.try_emplace(stream.value, streams_.size());
    if (added) streams_.push_back(stream);
    return last_ = known->second;
  }
  const std::vector<StreamIx>& streams() const { return streams_; }

 private:
  std::unordered_map<uint32_t, size_t> lane_of_;
  size_t last_ = 0;
  std::vector<StreamIx> streams_;
};

// The lanes that are active, and how deep each is.
class ActiveLanes {
 public:
  void change(size_t lane, int by) {
    if (lane >= depth_.size()) depth_.resize(lane + 1, 0);
    const int before = depth_[lane];
    depth_[lane] += by;
    if (before == 0) active_.push_back(lane);
    if (depth_[lane] == 0) active_.erase(std::find(active_.begin(), active_.end(), lane));
  }
  const std::vector<size_t>& active() const { return active_; }

 private:
  std::vector<int> depth_;
  std::vector<size_t> active_;
};

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
  std::array<int, kClasses> depth{};
  uint32_t mask = 0;
  std::unordered_map<uint32_t, int64_t> time_of_mask;
  sweep(
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
  std::array<std::array<int64_t, kClasses>, kClasses> both{};
  for (const auto& [classes, ns] : time_of_mask)
    for (size_t a = 0; a < kClasses; ++a)
      for (size_t b = a; b < kClasses; ++b)
        if ((classes >> a & 1) != 0 && (classes >> b & 1) != 0) both[a][b] += ns;
  std::vector<ClassOverlap> overlaps;
  for (size_t a = 0; a < kClasses; ++a)
    for (size_t b = a + 1; b < kClasses; ++b)
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
  sweep(
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
      [&](size_t lane, int by) { active.change(lane, by); },
      [&](int64_t ns) {
        const auto& now = active.active();
        if (all.active.size() <= now.size()) all.active.resize(now.size() + 1, 0);
        all.active[now.size()] += ns;
        for (const size_t lane : now) (now.size() == 1 ? times[lane].alone : times[lane].shared) += ns;
      });
  for (size_t lane = 0; lane < times.size(); ++lane) {
    times[lane].kernels = roles[lane].kernels;
    times[lane].role = role_of(roles[lane].of_role);
  }
  all.streams = in_order(profile, std::move(times));
  return all;
}

}  // namespace nsys_ai::inline analysis
