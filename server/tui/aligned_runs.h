// Which time of one run stands above which of another: units of work of the same number begin together.
#pragma once

#include <cstdint>
#include <string>

#include "compare/units.h"
#include "profile/profile.h"

namespace nsys_ai {

// Immutable.
class AlignedRuns {
 public:
  // By the best kind of units that both have; by their beginnings where they have none.
  AlignedRuns(const Profile& run, const Profile& base);

  struct Shift {
    int64_t ns = 0;     // from a time of the one to that of the other
    std::string words;  // what begins together
  };
  enum class From { run, base };
  Shift at(int64_t time, From from) const;

 private:
  WorkUnits run_, base_;
  int64_t run_start_, base_start_;
};

}  // namespace nsys_ai
