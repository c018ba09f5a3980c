// What an operation has before, behind and beside it.
#pragma once

#include <cstdint>
#include <optional>

#include "profile/order.h"

namespace nsys_ai {

struct Neighbours {
  using Operation = OperationNumbers::Operation;
  std::optional<Operation> before;  // on its stream
  std::optional<Operation> after;
  int64_t idle_before = 0;  // ns in which its GPU did nothing, up to its start; 0 where it is the first
  // On other streams of its GPU, as its process sees it, or on its own where they overlap.
  int64_t beside = 0;                // operations at the same time
  std::optional<Operation> longest;  // of these, by the time that they share
  int64_t shared = 0;                // ns of its time in which any of them ran: a union
  int64_t computing = 0;             // the same of kernels that do not communicate
};

// Nothing where so much runs beside it that it would take long to tell.
std::optional<Neighbours> neighbours_of(const Profile& profile, OperationNumbers::Operation operation);

}  // namespace nsys_ai
