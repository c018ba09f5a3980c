// Walks the operations of a device from one on, until a kernel of its stream comes.
#include "analysis/memory/feeding_copies.h"

#include <algorithm>

#include "profile/order.h"

namespace nsys_ai::inline analysis {
namespace {

// Whoever is that far away on a stream has nothing to do with it.
constexpr size_t kMostOperations = 100'000;

bool is_to_gpu(const Copies& copies, uint32_t copy) {
  constexpr uint8_t kHostToDevice = 1, kHostToArray = 3, kPeerToPeer = 10;
  const uint8_t kind = copies.copy_kind[copy];
  return kind == kHostToDevice || kind == kHostToArray || kind == kPeerToPeer;
}

enum class Direction { back, on };

// Calls `visit` with those of the same stream, the nearest first, until it says false.
template <class Visit>
void each_beside(const Profile& profile, OperationNumbers::Operation from, Direction direction, Visit visit) {
  const OperationNumbers numbers(profile);
  const Operations& of = numbers.family(from.kind);
  const StreamIx stream = of.stream[from.at];
  const auto& order = profile.derived(build_operation_order).of_device[profile.streams()[stream].device];
  const uint32_t number = numbers.first(from.kind) + from.at;
  const auto start = [&](uint32_t each) {
    return numbers.family(numbers[each].kind).start[numbers[each].at];
  };
  auto at = std::partition_point(order.begin(), order.end(),
                                 [&](uint32_t each) { return start(each) < of.start[from.at]; });
  at = std::find(at, order.end(), number);
  for (size_t steps = 0; steps < kMostOperations; ++steps) {
    if (direction == Direction::back ? at == order.begin() : at == order.end() || ++at == order.end()) return;
    const auto operation = numbers[direction == Direction::back ? *--at : *at];
    if (StreamIx(numbers.family(operation.kind).stream[operation.at]) == stream && !visit(operation)) return;
  }
}

}  // namespace

std::optional<uint32_t> feeding_copy(const Profile& profile, uint32_t kernel) {
  std::optional<uint32_t> found;
  each_beside(profile, {OperationNumbers::kernel, kernel}, Direction::back,
              [&](OperationNumbers::Operation of) {
                if (of.kind == OperationNumbers::copy && is_to_gpu(profile.copies(), of.at)) found = of.at;
                return !found && of.kind != OperationNumbers::kernel;
              });
  return found;
}

std::optional<uint32_t> fed_kernel(const Profile& profile, uint32_t copy) {
  std::optional<uint32_t> found;
  if (!is_to_gpu(profile.copies(), copy)) return found;
  each_beside(profile, {OperationNumbers::copy, copy}, Direction::on, [&](OperationNumbers::Operation of) {
    if (of.kind == OperationNumbers::kernel) found = of.at;
    return !found;
  });
  return found;
}

}  // namespace nsys_ai::inline analysis
