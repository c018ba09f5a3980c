// Looks at a file before SQLite does, and says in one sentence why it cannot be opened.
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"

namespace nsys_ai {

// Nothing when the file is there, can be read, and holds something of its own: not empty, no Git LFS pointer.
std::optional<Error> why_not_readable(const std::filesystem::path& path);

// Nothing when the file is a whole SQLite database; else the cause and the next step.
// Reads a hundred bytes, and creates nothing.
std::optional<Error> why_not_openable(const std::filesystem::path& path);

}  // namespace nsys_ai
