// Finds the GPU work that calls and ranges launched.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/interval_set.h"
#include "base/sum.h"
#include "profile/order.h"

namespace nsys_ai {

// Operations that a call launched, by start. A graph launch can have many.
std::vector<OperationNumbers::Operation> launched_by_call(const Profile& profile, uint32_t call);

// Visits the operations launched by calls of a thread that lie entirely inside an interval, in the order of
// the calls.
void each_launched_by(const Profile& profile, ThreadIx thread, Interval time,
                      const std::function<void(uint32_t call, OperationNumbers::Operation)>& visit);

// Visits the operations launched by calls that lie entirely inside a range on its thread, in the order of the
// calls. The range must have been closed on the thread that it began on; others have no operations.
void each_launched_in_range(const Profile& profile, uint32_t range,
                            const std::function<void(OperationNumbers::Operation)>& visit);

// Totals of the launched operations.
struct LaunchedWork {
  std::optional<OperationNumbers::Operation> first;  // by start
  std::optional<OperationNumbers::Operation> last;   // by start
  int64_t operations = 0;
  int64_t kernels = 0;
  Sum kernel_time{};  // ns, summed
  Interval time;      // first start to last end; empty without operations
};
LaunchedWork launched_in_range(const Profile& profile, uint32_t range);

}  // namespace nsys_ai
