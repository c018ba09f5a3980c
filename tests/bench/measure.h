// All that is measured of one profile, as a report.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tests/bench/report.h"

namespace nsys_ai::bench {

struct MeasureOptions {
  std::string path;
  std::filesystem::path program;  // nsys-ai; `info` is not measured where there is none
  int runs = 5;
  bool cold = false;                                   // with the page cache dropped, too
  std::function<void(const std::string&)> progress{};  // a line after each part
};

// Throws std::runtime_error.
Report measure(const MeasureOptions& options);

}  // namespace nsys_ai::bench
