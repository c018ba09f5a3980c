// NVTX marks that carry a number again and again: a value over time, such as the length of a queue.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// The marks of one text in one domain of a process, of which at least two carry a number.
struct MarkCounter {
  ProcessIx process;
  std::string domain;                              // its name; empty for the default one
  std::string name;                                // the text
  std::vector<std::pair<int64_t, double>> values;  // by time; each holds until the next
};
// Sorted by process id, then by domain and name. The most counters that are kept are those with most values.
struct MarkCounters {
  static constexpr size_t kMost = 200;
  std::vector<MarkCounter> all;
  size_t left_out = 0;
};
// For `Profile::made`.
Result<MarkCounters> make_mark_counters(const Profile& profile, const Work& work);

// The values in a window, the first one as it holds at its beginning; of several in one pixel the largest. A
// pixel of 0 keeps all. Equal neighbours are one.
std::vector<std::pair<int64_t, double>> values_in(const MarkCounter& counter, Interval window, int64_t pixel);

}  // namespace nsys_ai
