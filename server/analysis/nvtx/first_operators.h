// The shapes of what a function worked on, as far as PyTorch wrote them into the ranges of its operators.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

struct OperatorShape {
  std::string name;            // `aten::linear`
  std::vector<int64_t> sizes;  // of its first input; empty where that is no tensor
};

struct FirstOperators {
  std::string range;  // the text of the range of the function
  std::vector<OperatorShape>
      operators;  // in the first range of that text that has some, outermost ones, by start
};

// Of the first range that is named like the function, or names it with its line
// (`model.py:12:Layer.forward`), and has operators with sizes inside, on its thread. None where there is no
// such range.
std::optional<FirstOperators> first_operators(const Profile& profile, std::string_view function);

}  // namespace nsys_ai
