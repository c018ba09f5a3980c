// Finds a file whose name is no UTF-8 by the name that texts and JSON show, with U+FFFD for what is no text.
#pragma once

#include <filesystem>

namespace nsys_ai {

// The only file whose path reads like this one; the path itself where it exists, where it holds no U+FFFD,
// and where no file or several read like it.
std::filesystem::path named_file(const std::filesystem::path& path);

// Whether the path holds U+FFFD.
bool is_repaired(const std::filesystem::path& path);

}  // namespace nsys_ai
