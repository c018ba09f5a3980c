// Groups kernels by full name, by short name, by family or by library.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/durations.h"
#include "analysis/kernels/kernels.h"
#include "analysis/scope.h"

namespace nsys_ai {

enum class KernelGrouping { name, short_name, family, library };

// The group of each kernel.
struct KernelGroupCodes {
  std::vector<std::string_view> names;  // indexed by group; points into the profile or static storage
  std::vector<uint32_t> of_code;        // the group of each code of `Kernels::names`
};
KernelGroupCodes kernel_group_codes(const Profile& profile, KernelGrouping grouping);

// Durations of the kernels of one group, clipped to the scope.
struct KernelGroup : DurationStats {
  std::string_view name;
  KernelFamily family = KernelFamily::other;  // the family that took most of its time
  int64_t names = 0;                          // number of full names that ran
  std::string_view library = {};              // common to all of them; empty where unknown or different
  std::string_view number_format = {};        // of the inputs; empty where unknown or different
};

// Sorted by total in descending order, then by name.
std::vector<KernelGroup> kernel_groups(const Profile& profile, const Scope& scope, KernelGrouping grouping);

}  // namespace nsys_ai
