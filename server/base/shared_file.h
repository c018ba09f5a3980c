// Small files that several programs and people change: read in one go and replaced atomically.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

// Returns an empty text when there is no file. Fails with `FILE:LINE: what is wrong`; `list` names what the
// file should contain.
Result<std::string> read_shared_file(const std::filesystem::path& file, std::string_view list);

// Computes the new text of a file; an error leaves the file unchanged.
using TextChange = std::function<Result<std::string>(const std::string& text)>;

// Reads, changes and atomically replaces the file while no other process of this program does; makes the
// folder. Fails when another writer does not finish in time.
Result<void> change_shared_file(const std::filesystem::path& file, std::string_view list,
                                const TextChange& change, mode_t mode = 0666);

}  // namespace nsys_ai
