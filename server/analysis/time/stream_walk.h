// Walks from an operation to the operations before and after it on its stream.
#pragma once

#include <algorithm>
#include <cstddef>

#include "profile/order.h"

namespace nsys_ai {

enum class Direction { back, on };

// Calls `visit` with operations of the same stream, the nearest first, until it returns false. Operations
// that are very far away are unrelated, and are not visited.
template <class Visit>
void each_on_stream(const Profile& profile, OperationNumbers::Operation from, Direction direction,
                    Visit visit) {
  constexpr size_t kMostOperations = 100'000;
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

}  // namespace nsys_ai
