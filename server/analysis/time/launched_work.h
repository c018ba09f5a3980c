// What calls and ranges put onto GPUs.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/interval_set.h"
#include "base/sum.h"
#include "profile/order.h"

namespace nsys_ai {

// Operations that a call launched, by start. Of graphs these can be many.
std::vector<OperationNumbers::Operation> launched_by_call(const Profile& profile, uint32_t call);

// What was launched inside of a range on its thread, by calls that lie in it whole, in the order of the
// calls. Of a closed push/pop range, or one that began and ended on its thread; nothing for others.
void each_launched_in_range(const Profile& profile, uint32_t range,
                            const std::function<void(OperationNumbers::Operation)>& visit);

// The same as one.
struct LaunchedWork {
  std::optional<OperationNumbers::Operation> first;  // by start
  std::optional<OperationNumbers::Operation> last;   // likewise
  int64_t operations = 0;
  int64_t kernels = 0;
  Sum kernel_time{};  // ns, summed
  Interval time;      // first start to last end; empty where there are none
};
LaunchedWork launched_in_range(const Profile& profile, uint32_t range);

}  // namespace nsys_ai
