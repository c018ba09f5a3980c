// Which time of one run stands above which of another: units of work of the same number begin together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compare/aligned_units.h"
#include "profile/profile.h"

namespace nsys_ai {

// Immutable.
class AlignedRuns {
 public:
  // By their beginnings where they have no units in common.
  AlignedRuns(const Profile& run, const Profile& base);

  struct Shift {
    int64_t ns = 0;     // from a time of the one to that of the other
    std::string words;  // what begins together
  };
  enum class From { run, base };
  Shift at(int64_t time, From from) const;

 private:
  AlignedUnits units_;      // of which the base is before
  int64_t beginnings_ = 0;  // from that of the run to that of the base
};

}  // namespace nsys_ai
