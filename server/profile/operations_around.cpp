// Stores operations in blocks, each with the latest end before it.
#include "profile/operations_around.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr size_t kBlock = 1024;

struct OperationBlocks {
  struct Block {
    int64_t start;  // start of its first operation
    int64_t reach;  // the latest end of all operations before it
    uint32_t last;  // the operation that ends then; arbitrary in the first block
  };
  std::vector<std::vector<Block>> of_device;
};

OperationBlocks build_operation_blocks(const Profile& profile) {
  const OperationNumbers numbers(profile);
  const OperationOrder& order = profile.derived(build_operation_order);
  OperationBlocks blocks;
  blocks.of_device.resize(order.of_device.size());
  parallel_for(usable_cores(), order.of_device.size(), [&](size_t device) {
    int64_t reach = std::numeric_limits<int64_t>::min();
    uint32_t last = 0;
    const std::vector<uint32_t>& of = order.of_device[device];
    for (size_t i = 0; i < of.size(); ++i) {
      const auto [kind, at] = numbers[of[i]];
      const Interval time = numbers.family(kind).interval(at);
      if (i % kBlock == 0) blocks.of_device[device].push_back({time.start, reach, last});
      if (time.end > reach) last = of[i];
      reach = std::max(reach, time.end);
    }
  });
  return blocks;
}

}  // namespace

std::span<const uint32_t> operations_around(const Profile& profile, DeviceIx device, Interval window) {
  const std::vector<uint32_t>& all = profile.derived(build_operation_order).of_device[device];
  const auto& blocks = profile.derived(build_operation_blocks).of_device[device];
  // Both values are monotonic over the blocks.
  const auto first = std::partition_point(blocks.begin(), blocks.end(),
                                          [&](const auto& block) { return block.reach < window.start; });
  const auto last =
      std::partition_point(first, blocks.end(), [&](const auto& block) { return block.start <= window.end; });
  // From the last block before which all operations had ended, to the block with the next operation.
  const auto from = static_cast<size_t>(first - blocks.begin());
  const auto to = static_cast<size_t>(last - blocks.begin()) + 1;
  const size_t begin = from > 0 ? (from - 1) * kBlock : 0;
  return std::span(all).subspan(begin, std::min(to * kBlock, all.size()) - begin);
}

std::optional<uint32_t> ends_last_before(const Profile& profile, DeviceIx device,
                                         std::span<const uint32_t> around) {
  const std::vector<uint32_t>& all = profile.derived(build_operation_order).of_device[device];
  const auto first = static_cast<size_t>(around.data() - all.data());
  if (around.empty() || first == 0) return std::nullopt;
  return profile.derived(build_operation_blocks).of_device[device][first / kBlock].last;
}

}  // namespace nsys_ai
