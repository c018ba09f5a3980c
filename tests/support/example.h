// The example profile as a sketch, for tests that need a whole run of training and are right on any.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/places.h"

namespace nsys_ai::test {

inline std::string example_sketch() {
  std::ifstream file(source_folder() / "tests/support/example.sketch");
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace nsys_ai::test
