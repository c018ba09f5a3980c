// A number of a question with its unit.
#pragma once

#include "agent/ask/reading.h"

namespace nsys_ai::inline agent {

struct ScaledNumber {
  double value = 0;  // in ns or bytes
  bool time = false;
  bool bytes = false;
  size_t tokens = 0;  // 0: there is none
};

ScaledNumber number_at(const ReadWords& r, size_t at);

}  // namespace nsys_ai::inline agent
