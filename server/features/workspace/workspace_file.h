// Small files that a team keeps in the `.nsys-ai` of a workspace, and that people edit, too.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nsys_ai::inline features {

// `.nsys-ai/NAME` of each workspace folder, or of the nearest folder above it that has a `.nsys-ai`.
std::vector<std::filesystem::path> workspace_files(const std::vector<std::filesystem::path>& workspace,
                                                   std::string_view name);

// Empty where there is no file. Fails with `FILE:LINE: what is wrong`; `list` says what it should be.
Result<std::string> text_of_workspace_file(const std::filesystem::path& file, std::string_view list);

// Whole or not at all; makes the folder.
Result<void> write_workspace_file(const std::filesystem::path& file, const std::string& text);

}  // namespace nsys_ai::inline features
