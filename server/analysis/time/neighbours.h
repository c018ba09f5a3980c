// Finds the operations before, after and concurrent with an operation.
#pragma once

#include <cstdint>
#include <optional>

#include "profile/order.h"

namespace nsys_ai {

struct Neighbours {
  using Operation = OperationNumbers::Operation;
  std::optional<Operation> before;  // on its stream
  std::optional<Operation> after;
  int64_t idle_before = 0;  // ns in which its GPU was idle directly before it; 0 for the first operation
  // Concurrent operations on other streams of its GPU, those of other processes too where the file says that
  // it is the same, or on its own stream where they overlap.
  int64_t beside = 0;                // number of concurrent operations
  int64_t of_others = 0;             // of them, those of other processes
  std::optional<Operation> longest;  // the concurrent operation with the longest overlap
  int64_t shared = 0;                // ns of its time in which any of them ran: a union
  int64_t computing = 0;             // the same for kernels of its process that do not communicate
};

// Empty where so many operations run concurrently that the result would take long to compute.
std::optional<Neighbours> neighbours_of(const Profile& profile, OperationNumbers::Operation operation);

}  // namespace nsys_ai
