// Lists single kernel runs in a requested order.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

enum class InstanceOrder { longest, shortest, first, last };

struct KernelInstances {
  std::vector<uint32_t> kernels;  // the first ones in that order, as rows of `Profile::kernels()`
  int64_t total = 0;              // number of matches
};

// Kernels of the scope whose full name contains `part`. `longest` sorts by the time inside the window; ties
// are sorted by start, then by row. At most `most` are returned; 0 means all.
KernelInstances kernel_instances(const Profile& profile, const Scope& scope, std::string_view part,
                                 InstanceOrder order, size_t most);

}  // namespace nsys_ai
