// One sweep over the operations of a device. What lasts over many parts costs no more than what lies in two.
#include "trace/launch_counters.h"

#include <algorithm>

#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/busy_bins.h"
#include "profile/order.h"

namespace nsys_ai::inline trace::perfetto {
namespace {

constexpr size_t kLaunchRow = 4;
constexpr size_t kQueueRow = 5;

// How long, summed over intervals, each part is covered.
class CoveredTime {
 public:
  CoveredTime(Interval window, int64_t parts)
      : window_(window), parts_(parts), edges_(static_cast<size_t>(parts), 0), whole_(edges_.size() + 1, 0) {}

  void add(Interval interval) {
    const Interval inside = intersect(interval, window_);
    if (inside.empty()) return;
    const int64_t first = part_at(window_, parts_, inside.start);
    const int64_t last = part_at(window_, parts_, inside.end - 1);
    edges_[static_cast<size_t>(first)] += intersect(inside, part(first)).duration();
    if (first == last) return;
    edges_[static_cast<size_t>(last)] += intersect(inside, part(last)).duration();
    ++whole_[static_cast<size_t>(first) + 1];
    --whole_[static_cast<size_t>(last)];
  }

  // Of each part: the time covered over its length.
  std::vector<double> means() const {
    std::vector<double> means;
    int64_t covering = 0;
    for (int64_t i = 0; i < parts_; ++i) {
      covering += whole_[static_cast<size_t>(i)];
      means.push_back(static_cast<double>(covering) + static_cast<double>(edges_[static_cast<size_t>(i)]) /
                                                          static_cast<double>(part(i).duration()));
    }
    return means;
  }

 private:
  Interval part(int64_t i) const {
    return {bin_start(window_, parts_, i), bin_start(window_, parts_, i + 1)};
  }

  Interval window_;
  int64_t parts_;
  std::vector<int64_t> edges_;  // ns, where an interval begins or ends
  std::vector<int64_t> whole_;  // by how many more intervals a part is covered whole than the one before
};

}  // namespace

int64_t part_at(Interval window, int64_t parts, int64_t time) {
  const double share = static_cast<double>(time - window.start) / static_cast<double>(window.duration());
  auto part = std::clamp<int64_t>(static_cast<int64_t>(share * static_cast<double>(parts)), 0, parts - 1);
  while (part > 0 && bin_start(window, parts, part) > time) --part;
  while (part < parts - 1 && bin_start(window, parts, part + 1) <= time) ++part;
  return part;
}

void add_launch_counters(const Profile& profile, const Scope& scope, const DeviceParts& of,
                         std::vector<Counter>& counters) {
  const OperationNumbers numbers(profile);
  const Launches& launches = profile.derived(build_launches);
  const Calls& calls = profile.calls();
  std::vector<bool> counted(calls.size(), false);  // a graph is launched once
  std::vector<double> rate(static_cast<size_t>(of.parts), 0.0);
  CoveredTime queue(of.window, of.parts);
  bool launched = false;
  for (const uint32_t number : profile.derived(build_operation_order).of_device[of.device]) {
    const auto operation = numbers[number];
    const Operations& family = numbers.family(operation.kind);
    const uint32_t call = links_of(launches, operation.kind)[operation.at];
    if (call == Launches::kNoCall || !scope.has(family.stream[operation.at])) continue;
    launched = true;
    queue.add({calls.end(call), family.start[operation.at]});
    const int64_t begun = calls.start[call];
    if (counted[call] || begun < of.window.start || begun >= of.window.end) continue;
    counted[call] = true;
    ++rate[static_cast<size_t>(part_at(of.window, of.parts, begun))];
  }
  if (!launched) return;
  for (int64_t i = 0; i < of.parts; ++i)
    rate[static_cast<size_t>(i)] *=
        1e9 / static_cast<double>(bin_start(of.window, of.parts, i + 1) - bin_start(of.window, of.parts, i));
  counters.push_back({of.device, kLaunchRow, "Launches", "launches/s", std::move(rate)});
  counters.push_back({of.device, kQueueRow, "Queue", "operations", queue.means()});
}

}  // namespace nsys_ai::inline trace::perfetto
