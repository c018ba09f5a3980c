// Lists folders and makes them.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

namespace nsys_ai {

// The paths of the files and folders in a folder, unordered; empty when it cannot be read. Unlike the
// standard library's iterator it throws when memory runs out, instead of ending the program.
std::vector<std::filesystem::path> paths_in(const std::filesystem::path& folder);

// Makes every missing folder of the path, with this mode. Returns 0 or an errno; the standard library
// replaces some of them with error codes of its own.
int make_folders(const std::filesystem::path& folder, mode_t mode = 0777);

}  // namespace nsys_ai
