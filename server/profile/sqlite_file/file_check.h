// Checks a file before SQLite does, and says in one sentence why it cannot be opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

// Nothing when the file exists, can be read, and has content of its own: not empty, no Git LFS pointer.
std::optional<Error> why_not_readable(const std::filesystem::path& path);

// Nothing when the first hundred bytes of a database, which has so many bytes, are those of a whole one;
// fewer bytes are what there is of it. Reads nothing.
std::optional<Error> why_no_whole_database(const std::filesystem::path& path, std::string_view header,
                                           uint64_t bytes);

// Nothing when the file alone is a whole SQLite database; else the cause and the next step.
// Reads a hundred bytes, and creates nothing.
std::optional<Error> why_not_openable(const std::filesystem::path& path);

}  // namespace nsys_ai
