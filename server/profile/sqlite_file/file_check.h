// Checks a file before SQLite does, and explains in one sentence why it cannot be opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

// Empty when the file exists, can be read, and has content of its own: it is not empty and no Git LFS
// pointer.
std::optional<Error> why_not_readable(const std::filesystem::path& path);

// Checks the first hundred bytes of a database with the given size; empty when they are valid and the file is
// complete. Fewer bytes mean that the file has no more. Reads no file.
std::optional<Error> database_error(const std::filesystem::path& path, std::string_view header,
                                           uint64_t bytes);

// Empty when the file alone is a complete SQLite database; otherwise the cause and the next step. Reads a
// hundred bytes, and creates nothing.
std::optional<Error> open_error(const std::filesystem::path& path);

}  // namespace nsys_ai
