// What is in a folder.
#pragma once

#include <filesystem>
#include <vector>

namespace nsys_ai::inline base {

// The paths of the files and folders in it, in no order; none of a folder that cannot be read. Unlike the
// standard library's iterator it throws when there is no memory, instead of ending the program.
std::vector<std::filesystem::path> paths_in(const std::filesystem::path& folder);

}  // namespace nsys_ai::inline base
