// Finds nsys, the program of Nsight Systems that can read reports.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// Where its packages, its installer, the CUDA toolkit and Debian put it: patterns as glob(7) has them.
const std::vector<std::string>& usual_nsys_places();

// What NSYS_AI_NSYS names; else the first on PATH; else the newest in `usual_places`. The refusal says that
// `report` needs it.
Result<std::filesystem::path> nsys_program(const std::filesystem::path& report,
                                           const std::vector<std::string>& usual_places);

}  // namespace nsys_ai
