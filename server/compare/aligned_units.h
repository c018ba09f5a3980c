// Units of work of two captures beside each other, at which their timelines are aligned.
#pragma once

#include <string>
#include <vector>

#include "compare/units.h"

namespace nsys_ai {

struct AlignedUnit {
  std::string name;  // "step 3"
  Interval before, after;
};
struct AlignedUnits {
  std::string unit;  // what they are; empty where the captures have none in common
  std::vector<AlignedUnit> units;
};

// Of the GPU with most units on each side: units of one number belong together.
AlignedUnits aligned_units(const Profile& before, const Profile& after);

}  // namespace nsys_ai
