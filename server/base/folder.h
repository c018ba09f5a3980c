// What is in a folder, and folders that are made.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

namespace nsys_ai {

// The paths of the files and folders in it, in no order; none of a folder that cannot be read. Unlike the
// standard library's iterator it throws when there is no memory, instead of ending the program.
std::vector<std::filesystem::path> paths_in(const std::filesystem::path& folder);

// Makes every folder that is missing, with this mode. Gives an errno, or 0; the standard library's says of
// one cause what its author thought of.
int make_folders(const std::filesystem::path& folder, mode_t mode = 0777);

}  // namespace nsys_ai
