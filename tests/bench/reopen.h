// How long a profile takes to open from columns that were kept, and to keep them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace nsys_ai::bench {

struct Kept {
  double ms = 0;  // to write the columns of a profile that is open
  int64_t bytes = 0;
};

// Into a folder that is empty. Both leave memory to the process: run them in a child. They throw
// std::runtime_error; opening does where nothing was kept that is of use.
Kept measure_keeping(const std::string& path, const std::filesystem::path& folder);
double measure_reopening(const std::string& path, const std::filesystem::path& folder);

// The one file of the folder.
std::filesystem::path kept_file(const std::filesystem::path& folder);

}  // namespace nsys_ai::bench
