// Small files that a team keeps in the `.nsys-ai` of a workspace, and that people edit, too.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/shared_file.h"

namespace nsys_ai {

// `.nsys-ai/NAME` of each workspace folder, or of the nearest folder above it that has a `.nsys-ai`.
std::vector<std::filesystem::path> workspace_files(const std::vector<std::filesystem::path>& workspace,
                                                   std::string_view name);

}  // namespace nsys_ai
