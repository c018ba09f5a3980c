// Names of roles and bounds of sizes.
#include "tui/frame.h"

#include <algorithm>
#include <array>

namespace nsys_ai {

std::string_view name_of(FrameRole role) {
  static constexpr std::array<std::string_view, kFrameRoles> names = {
      "plain",     "dim",       "heading",   "axis",    "key",           "error",   "severity",
      "cursor",    "selected",  "bookmark",  "call",    "communication", "copy",    "finding",
      "graph",     "idle",      "iteration", "memset",  "os_call",       "sync",    "compute_1",
      "compute_2", "compute_3", "compute_4", "range_1", "range_2",       "range_3", "range_4"};
  return names[static_cast<size_t>(role)];
}

FrameSize clamped(FrameSize size) {
  return {std::clamp(size.columns, kLeastFrame.columns, kMostFrame.columns),
          std::clamp(size.lines, kLeastFrame.lines, kMostFrame.lines)};
}

}  // namespace nsys_ai
