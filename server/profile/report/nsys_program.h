// Finds nsys, the program of Nsight Systems that can read reports.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// Installation folders of its packages, its installer, the CUDA toolkit and Debian, as glob(7) patterns.
const std::vector<std::string>& usual_nsys_places();

// The program named by NSYS_AI_NSYS, otherwise the first on PATH, otherwise the newest in `usual_places`. The
// error message names `report`, which needs it.
Result<std::filesystem::path> nsys_program(const std::filesystem::path& report,
                                           const std::vector<std::string>& usual_places);

}  // namespace nsys_ai
