// Finds the small files that a team keeps, and edits, in the `.nsys-ai` folder of a workspace.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/shared_file.h"

namespace nsys_ai {

// `.nsys-ai/NAME` of each workspace folder, or of the nearest folder above it that contains `.nsys-ai`.
std::vector<std::filesystem::path> workspace_files(const std::vector<std::filesystem::path>& workspace,
                                                   std::string_view name);

}  // namespace nsys_ai
