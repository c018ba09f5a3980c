// Determines the time use of each GPU operation.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/scope.h"
#include "analysis/time/time_use.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// Uses the names of kernels, for collectives also their streams, and for copies their kinds of memory.
// Immutable.
class OperationUses {
 public:
  static Result<OperationUses> read(const Profile& profile, const Scope& scope, const Work& work);

  TimeUse of_kernel(uint32_t kernel) const;
  TimeUse of_copy(uint32_t copy) const;
  // Whether the copy moves pages of unified memory that kernels wait for: the GPU accessed them, or needs
  // room.
  bool is_faulted(uint32_t copy) const { return !faulted_.empty() && faulted_[copy]; }
  // The time from which a collective is late, where `inside` is its part in the scope; empty for other
  // kernels.
  std::optional<int64_t> late_from(uint32_t kernel, Interval inside) const;

 private:
  OperationUses(const Profile& profile, const Scope& scope);
  Result<void> find_faulted(const Work& work);

  const Profile& profile_;
  std::vector<TimeUse> of_name_;  // indexed by the code of kernel names
  std::vector<bool> shared_;      // indexed by stream: its main work is compute
  std::unordered_map<uint32_t, int64_t> median_of_late_;
  std::vector<bool> faulted_;  // indexed by copy; empty where no pages migrate
};

}  // namespace nsys_ai
