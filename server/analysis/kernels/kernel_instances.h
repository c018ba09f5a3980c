// Single runs of kernels, in the order that a question asks for.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

enum class InstanceOrder { longest, shortest, first, last };

struct KernelInstances {
  std::vector<uint32_t> kernels;  // the first ones of that order, as rows of `Profile::kernels()`
  int64_t total = 0;              // how many match
};

// Kernels of the scope whose full name contains `part`. `longest` goes by the time inside the window; ties
// stand by start, then by row. At most `most` are put in order; 0 means all.
KernelInstances kernel_instances(const Profile& profile, const Scope& scope, std::string_view part,
                                 InstanceOrder order, size_t most);

}  // namespace nsys_ai
