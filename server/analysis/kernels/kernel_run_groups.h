// Groups runs of kernels by kernel, launch shape and device, and ranks each run in its group.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// The position of a run in its group, which includes itself. All times in ns.
struct RunRank {
  int64_t runs = 0;
  int64_t ordinal = 0;  // counted from 1, by start
  int64_t shorter = 0;  // runs that took less time
  int64_t longer = 0;   // runs that took more
  int64_t shortest = 0;
  int64_t median = 0;
  int64_t longest = 0;
  // Statistics of the first and the last quarter of the runs; only set with at least kFewestForTrend runs.
  static constexpr int64_t kFewestForTrend = 20;
  std::optional<int64_t> early_median;
  std::optional<int64_t> late_median;
};

// Build with `profile.derived(build_alike_runs)`.
struct KernelRunGroups {
  using Key = std::array<uint32_t, 3>;  // device, and the codes of name and shape
  struct Group {
    Key key;
    uint32_t first = 0;  // offset in both lists
    uint32_t count = 0;
    std::optional<int64_t> early_median;
    std::optional<int64_t> late_median;
  };
  std::vector<Group> groups;          // sorted by key
  std::vector<uint32_t> by_start;     // rows of `Profile::kernels()`, by group
  std::vector<uint32_t> by_duration;  // rows of `Profile::kernels()`, by group

  const Group& group_of(const Profile& profile, uint32_t kernel) const;
  std::span<const uint32_t> of(const Group& group) const {
    return std::span(by_start).subspan(group.first, group.count);
  }
};
KernelRunGroups build_alike_runs(const Profile& profile);

RunRank run_standing(const Profile& profile, uint32_t kernel);

}  // namespace nsys_ai
