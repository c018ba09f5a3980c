// Kernels in groups that people tell apart: by full name, by short name, by family, by library.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/durations.h"
#include "analysis/kernels/kernels.h"
#include "analysis/scope.h"

namespace nsys_ai {

enum class KernelGrouping { name, short_name, family, library };

// Which group each kernel is in.
struct KernelGroupCodes {
  std::vector<std::string_view> names;  // by group; of the profile or of the program
  std::vector<uint32_t> of_code;        // by the code of `Kernels::names`: the group
};
KernelGroupCodes kernel_group_codes(const Profile& profile, KernelGrouping grouping);

// Durations of the kernels of one group, clipped to the scope.
struct KernelGroup : DurationStats {
  std::string_view name;
  KernelFamily family = KernelFamily::other;  // that of most of its time
  int64_t names = 0;                          // full names that ran
  std::string_view library = {};              // that all of them tell; empty where they do not, or differ
  std::string_view number_format = {};        // of what goes in, likewise
};

// By total, the largest first, then by name.
std::vector<KernelGroup> kernel_groups(const Profile& profile, const Scope& scope, KernelGrouping grouping);

}  // namespace nsys_ai
