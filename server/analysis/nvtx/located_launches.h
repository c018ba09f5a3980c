// What each range whose text names a file and a line launched: `model.py:12:Model.forward`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// All ranges of one text, on all threads and processes.
struct LocatedRange {
  std::string label;   // the whole text
  int64_t ranges = 0;  // that launched a kernel of the scope, at any depth
  int64_t inside = 0;  // kernels launched inside, at any depth
  int64_t own = 0;     // of these, those of which it is the innermost such range
  int64_t most = 0;    // the most of its own in one range
  Sum own_time{};      // ns, clipped
};

struct LocatedLaunches {
  std::vector<LocatedRange> ranges;  // by own time, the longest first, then by text
  int64_t kernels = 0;               // of the scope whose full name contains the text that was asked for
  int64_t located = 0;               // of these, inside of a range that names a line
  int64_t alone = 0;                 // of these, the only one that its range launched
  Sum total{};                       // ns, of all of them
  Sum alone_time{};
  int64_t span = 0;  // ns from the start of the first kernel of the scope to the end of the last, whatever their names
  int64_t launches = 0;  // kernels of the scope, whatever their names
};
// Adds what another capture of the run has, such as that of another rank.
void add_launches(LocatedLaunches& to, const LocatedLaunches& more);
LocatedLaunches located_launches(const Profile& profile, const Scope& scope, std::string_view kernel_name = "");

}  // namespace nsys_ai
