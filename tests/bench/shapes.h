// The shapes of profiles that real programs write, to measure with each of them.
#pragma once

#include <string_view>
#include <vector>

#include "tests/bench/generate.h"

namespace nsys_ai::bench {

struct Shape {
  std::string_view name;
  std::string_view what;
  GenerateOptions options;  // without a path
};

inline constexpr std::string_view kUsualShape = "training";

// Sorted by their names.
const std::vector<Shape>& shapes();
// `scale` times as many rows of each table; as many processes, GPUs and names. Throws std::runtime_error
// where there is no shape of the name.
GenerateOptions shaped(std::string_view name, double scale);

}  // namespace nsys_ai::bench
