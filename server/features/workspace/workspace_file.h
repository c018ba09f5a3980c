// Small files that a team keeps in the `.nsys-ai` of a workspace, and that people edit, too.
#pragma once

#include <filesystem>
#include <functional>
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

// What becomes of the text of a file; an error leaves the file as it is.
using TextChange = std::function<Result<std::string>(const std::string& text)>;

// Reads, changes and writes while no other program of ours does, whole or not at all; makes the folder. Fails
// where another does not end in time.
Result<void> change_workspace_file(const std::filesystem::path& file, std::string_view list,
                                   const TextChange& change);

}  // namespace nsys_ai::inline features
