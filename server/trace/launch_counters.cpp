// Sweeps once over the operations of a device that were launched or ran near the window. The cost of an
// interval does not depend on the number of parts that it spans.
#include "trace/launch_counters.h"

#include <algorithm>

#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/busy_bins.h"
#include "base/parallel.h"
#include "profile/order.h"
#include "trace/timeline/counter_sums.h"

namespace nsys_ai::perfetto {
namespace {

constexpr size_t kBlock = 1024;

// For consecutive operations of a device: the time from the first launch to the last start, and their calls.
struct LaunchBlock {
  Interval time{INT64_MAX, INT64_MIN};
  uint32_t first_call = UINT32_MAX;
  uint32_t last_call = 0;
};
struct LaunchBlocks {
  std::vector<std::vector<LaunchBlock>> of_device;
};

// Calls `visit(call, start of the operation)` for some of a device's operations, by index in their order.
template <class Take>
void each_launched(const Profile& profile, DeviceIx device, size_t first, size_t last, Take visit) {
  const OperationNumbers numbers(profile);
  const Launches& launches = profile.derived(build_launches);
  const std::vector<uint32_t>& order = profile.derived(build_operation_order).of_device[device];
  for (size_t i = first; i < std::min(last, order.size()); ++i) {
    const auto operation = numbers[order[i]];
    const uint32_t call = links_of(launches, operation.kind)[operation.at];
    if (call != Launches::kNoCall) visit(call, numbers.family(operation.kind).start[operation.at]);
  }
}

LaunchBlocks build_launch_blocks(const Profile& profile) {
  const OperationOrder& order = profile.derived(build_operation_order);
  profile.derived(build_launches);
  const Calls& calls = profile.calls();
  LaunchBlocks blocks;
  for (const auto& of : order.of_device) blocks.of_device.emplace_back((of.size() + kBlock - 1) / kBlock);
  for (size_t device = 0; device < order.of_device.size(); ++device) {
    std::vector<LaunchBlock>& of = blocks.of_device[device];
    constexpr size_t kPiece = 64;  // blocks
    parallel_for(usable_cores(), (of.size() + kPiece - 1) / kPiece, [&](size_t piece) {
      for (size_t i = piece * kPiece; i < std::min(of.size(), (piece + 1) * kPiece); ++i) {
        LaunchBlock& block = of[i];
        each_launched(profile, DeviceIx(device), i * kBlock, (i + 1) * kBlock,
                      [&](uint32_t call, int64_t start) {
                        const int64_t begun = calls.start[call];
                        block.time.start = std::min({block.time.start, begun, start});
                        block.time.end = std::max({block.time.end, begun, start});
                        block.first_call = std::min(block.first_call, call);
                        block.last_call = std::max(block.last_call, call);
                      });
      }
    });
  }
  return blocks;
}

// The covered time of each part, summed over intervals.
class CoveredTime {
 public:
  CoveredTime(const DeviceParts& of, LaunchSums& sums) : of_(of), sums_(sums) {
    sums.waited.assign(static_cast<size_t>(of.parts), 0);
    sums.whole_parts.assign(static_cast<size_t>(of.parts) + 1, 0);
  }

  void add(Interval interval) {
    const Interval inside = intersect(interval, of_.window);
    if (inside.empty()) return;
    const int64_t first = of_.at(inside.start);
    const int64_t last = of_.at(inside.end - 1);
    sums_.waited[static_cast<size_t>(first)] += intersect(inside, of_.part(first)).duration();
    if (first == last) return;
    sums_.waited[static_cast<size_t>(last)] += intersect(inside, of_.part(last)).duration();
    ++sums_.whole_parts[static_cast<size_t>(first) + 1];
    --sums_.whole_parts[static_cast<size_t>(last)];
  }

  // Before this, `whole_parts` has the difference to the previous part in the number of intervals that cover
  // it entirely.
  void finish() {
    int64_t covering = 0;
    for (int64_t& of : sums_.whole_parts) of = covering += of;
    sums_.whole_parts.pop_back();
  }

 private:
  const DeviceParts& of_;
  LaunchSums& sums_;
};

}  // namespace

DeviceParts::DeviceParts(DeviceIx of, Interval time, int64_t count)
    : device(of),
      window(time),
      parts(count),
      length_(time.duration() % count == 0 ? time.duration() / count : 0) {}

Interval DeviceParts::part(int64_t i) const {
  if (length_ > 0) return {window.start + i * length_, window.start + (i + 1) * length_};
  return {bin_start(window, parts, i), bin_start(window, parts, i + 1)};
}

int64_t DeviceParts::at(int64_t time) const {
  if (length_ > 0) return std::clamp<int64_t>((time - window.start) / length_, 0, parts - 1);
  return part_at(window, parts, time);
}

int64_t part_at(Interval window, int64_t parts, int64_t time) {
  const double share = static_cast<double>(time - window.start) / static_cast<double>(window.duration());
  auto part = std::clamp<int64_t>(static_cast<int64_t>(share * static_cast<double>(parts)), 0, parts - 1);
  while (part > 0 && bin_start(window, parts, part) > time) --part;
  while (part < parts - 1 && bin_start(window, parts, part + 1) <= time) ++part;
  return part;
}

LaunchSums launch_sums(const Profile& profile, const DeviceParts& of) {
  const std::vector<LaunchBlock>& blocks = profile.derived(build_launch_blocks).of_device[of.device];
  const Calls& calls = profile.calls();
  LaunchSums sums;
  LaunchBlock all;  // of the blocks near the window
  bool launched = false;
  const auto is_near = [&](const LaunchBlock& block) {
    return block.time.start < of.window.end && block.time.end >= of.window.start;
  };
  for (const LaunchBlock& block : blocks) {
    launched |= block.first_call <= block.last_call;
    if (!is_near(block)) continue;
    all.first_call = std::min(all.first_call, block.first_call);
    all.last_call = std::max(all.last_call, block.last_call);
  }
  if (!launched) return sums;
  sums.launches.assign(static_cast<size_t>(of.parts), 0);
  CoveredTime queue(of, sums);
  // A graph launch counts once.
  std::vector<bool> counted(all.first_call <= all.last_call ? all.last_call - all.first_call + 1 : 0, false);
  for (size_t i = 0; i < blocks.size(); ++i) {
    if (!is_near(blocks[i])) continue;
    each_launched(profile, of.device, i * kBlock, (i + 1) * kBlock, [&](uint32_t call, int64_t start) {
      queue.add({calls.end(call), start});
      const int64_t begun = calls.start[call];
      if (counted[call - all.first_call] || begun < of.window.start || begun >= of.window.end) return;
      counted[call - all.first_call] = true;
      ++sums.launches[static_cast<size_t>(of.at(begun))];
    });
  }
  queue.finish();
  return sums;
}

void add_launch_counters(const Profile& profile, const DeviceParts& of, std::vector<Counter>& counters) {
  const LaunchSums sums = launch_sums(profile, of);
  if (sums.launches.empty()) return;
  Counter launches = counter_of(of.device, CounterKind::launches);
  Counter queue = counter_of(of.device, CounterKind::queue);
  for (int64_t i = 0; i < of.parts; ++i) {
    const auto at = static_cast<size_t>(i);
    const auto length = static_cast<double>(of.part(i).duration());
    launches.values.push_back(static_cast<double>(sums.launches[at]) * (1e9 / length));
    queue.values.push_back(static_cast<double>(sums.whole_parts[at]) +
                           static_cast<double>(sums.waited[at]) / length);
  }
  counters.push_back(std::move(launches));
  counters.push_back(std::move(queue));
}

}  // namespace nsys_ai::perfetto
