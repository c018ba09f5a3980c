// Small files that several programs and people change: read whole, and written whole or not at all.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

// Empty where there is no file. Fails with `FILE:LINE: what is wrong`; `list` says what it should be.
Result<std::string> text_of_shared_file(const std::filesystem::path& file, std::string_view list);

// What becomes of the text of a file; an error leaves the file as it is.
using TextChange = std::function<Result<std::string>(const std::string& text)>;

// Reads, changes and writes while no other program of ours does, whole or not at all; makes the folder. Fails
// where another does not end in time.
Result<void> change_shared_file(const std::filesystem::path& file, std::string_view list,
                                const TextChange& change, mode_t mode = 0666);

}  // namespace nsys_ai
