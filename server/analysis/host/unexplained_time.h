// The kernel time that no range and no call chain brings to one place of a source, grouped by what a further range
// would have to split.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"

namespace nsys_ai {

enum class Unexplained : uint8_t {
  shared_range,  // a range of the program is around the launch, and around other launches, too
  operator_only,  // the ranges around the launch are those of a framework or a library
  no_range,       // no range is around the launch
  no_launch       // the launch was not recorded, so that no range could be around it
};
std::string_view name_of(Unexplained why);

// Kernels of one name with one path of labels around their launch.
struct UnexplainedPart {
  std::string path;  // below the range of the group, or from the outermost operator; empty where there is none
  NameId kernel;
  int64_t kernels = 0;
  Sum total{};  // ns
};

struct UnexplainedGroup {
  Unexplained why = Unexplained::no_range;
  // The range to split, as its label; the innermost operator; the kernel's name; empty for `no_launch`.
  std::string label;
  std::string outermost;  // the outermost label around the launches, where all of them share it
  uint32_t example = 0;   // the first of its kernels
  int64_t kernels = 0;
  int64_t ranges = 0;  // how many ranges of that label launched them; 0 without a range
  Sum total{};         // ns, clipped and summed over the GPUs in scope
  std::vector<UnexplainedPart> parts;  // the most time first
};

struct UnexplainedTime {
  Sum total{};      // of all kernels in scope
  Sum explained{};  // by a function of the program in a call chain, or by a range that launched nothing else
  std::vector<UnexplainedGroup> groups;  // the most time first
};
Result<UnexplainedTime> unexplained_time(const Profile& profile, const Scope& scope, const Work& work);

}  // namespace nsys_ai
