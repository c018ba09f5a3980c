// Sums what a device did in each unit of work, part by part.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/kernel_names/vocabulary.h"
#include "base/sum.h"
#include "compare/run_figures.h"

namespace nsys_ai {

// A slot numbers a part: kernels by name, then copies, memsets, graphs and gaps.
class PartSlots {
 public:
  enum Fixed : uint32_t {
    memset = 256,
    graph_run,
    host_late,
    launch_under_way,
    waited,
    short_gap,
    no_launch,
    not_recorded,
    kFixed
  };

  explicit PartSlots(const Profile& profile);

  size_t size() const { return names_.size() + kFixed; }
  uint32_t of_kernel(size_t at) const { return slot_of_code_[profile_.kernels().names.code[at]]; }
  uint32_t of_copy(int64_t kind) const { return fixed(static_cast<uint32_t>(kind & 0xFF)); }
  uint32_t fixed(uint32_t what) const { return static_cast<uint32_t>(names_.size()) + what; }
  bool is_kernel(size_t slot) const { return slot < names_.size(); }
  BudgetUse use_of(size_t slot) const { return uses_[slot]; }
  KernelFamily family_of(size_t slot) const;
  std::string name_of(size_t slot) const;

 private:
  const Profile& profile_;
  std::vector<NameId> names_;  // distinct names of kernels
  std::vector<uint32_t> slot_of_code_;
  std::vector<BudgetUse> uses_;
};

struct SlotSums {
  static constexpr uint32_t kNoShape = UINT32_MAX;
  static constexpr uint32_t kSeveral = UINT32_MAX - 1;
  Sum ns{};
  int64_t calls = 0;
  int64_t all_calls = 0;
  Sum all_time{};
  double sum = 0;  // over units, of the summed durations in each
  double squares = 0;
  int64_t longest = -1;
  int64_t longest_at = 0;     // the row of the kernel, or the start of the gap
  uint32_t device = 0;        // of the longest
  uint32_t shape = kNoShape;  // the code of all launches; kSeveral where they differ
  Sum in_unit{};              // while sums are made

  void add(const SlotSums& other);
};

struct UnitSums {
  std::vector<SlotSums> parts;                        // by slot
  std::vector<std::array<Sum, kBudgetUses>> budgets;  // by unit of the device
};

// `typical` says of each unit whether it is one.
UnitSums sums_of_units(const Profile& profile, const Scope& scope, const PartSlots& slots,
                       const DeviceWorkUnits& units, const std::vector<bool>& typical);

}  // namespace nsys_ai
