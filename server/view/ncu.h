// One kernel deeper: the line by which Nsight Compute profiles one launch of it, and what a report of that
// says beside what the capture says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "profile/profile.h"
#include "view/cards/card_blocks.h"

namespace nsys_ai {

struct NcuPlan {
  std::string line;           // by the number of the launch
  std::string line_in_range;  // by the range around it; empty where there is none that can be named
  int64_t nth = 0;            // of the launches of that function in its process, from 1
  int64_t launches = 0;
  int64_t passes = 0;  // an estimate: how often each launch is replayed
  int64_t one_ns = 0;  // on the GPU, for this launch, without what is saved and restored between passes
  int64_t all_ns = 0;  // the same for all launches
  bool waits_for_others = false;  // a collective, which a replay of one rank never ends
};
// By the place of the kernel in its columns. `program` is what follows in the line.
NcuPlan ncu_plan(const Profile& profile, uint32_t kernel, std::string_view program);

// A launch in `ncu --csv --page raw`.
struct NcuLaunch {
  std::string kernel;
  std::string grid;
  std::string block;
  struct Metric {
    std::string name;
    std::string unit;
    double value = 0;
  };
  std::vector<Metric> metrics;
};
Result<std::vector<NcuLaunch>> read_ncu(std::string_view csv);

std::string ncu_text(const NcuPlan& plan);
// Adds what the report says of this kernel to its card. Fails where the report has no launch of it.
Result<void> add_ncu_report(const Profile& profile, uint32_t kernel, const std::vector<NcuLaunch>& report,
                            Card& card);

}  // namespace nsys_ai
