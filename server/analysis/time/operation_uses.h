// What use of time each operation of a GPU is.
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

// Of kernels by their names, of collectives by their streams too, of copies by the memory. Immutable.
class OperationUses {
 public:
  static Result<OperationUses> read(const Profile& profile, const Scope& scope, const Work& work);

  TimeUse of_kernel(uint32_t kernel) const;
  TimeUse of_copy(uint32_t copy) const;
  // Whether it moves pages of unified memory that kernels wait for: the GPU touched them, or needs room.
  bool is_faulted(uint32_t copy) const { return !faulted_.empty() && faulted_[copy]; }
  // From where on a collective is late, of which `inside` is in the scope; nothing for others.
  std::optional<int64_t> late_from(uint32_t kernel, Interval inside) const;

 private:
  OperationUses(const Profile& profile, const Scope& scope);
  Result<void> find_faulted(const Work& work);

  const Profile& profile_;
  std::vector<TimeUse> of_name_;  // by the code of the names of kernels
  std::vector<bool> shared_;      // by stream: whether its main work is compute
  std::unordered_map<uint32_t, int64_t> median_of_late_;
  std::vector<bool> faulted_;  // by copy; empty where no pages move
};

}  // namespace nsys_ai
