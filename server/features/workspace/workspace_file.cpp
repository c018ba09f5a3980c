// Searches upwards from each workspace folder.
#include "features/workspace/workspace_file.h"

#include <algorithm>

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

fs::path nearest_file(const fs::path& folder, std::string_view name) {
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code error;
    if (fs::is_directory(at / ".nsys-ai", error)) return at / ".nsys-ai" / name;
    if (at == at.parent_path()) return folder / ".nsys-ai" / name;
  }
}

}  // namespace

std::vector<fs::path> workspace_files(const std::vector<fs::path>& workspace, std::string_view name) {
  std::vector<fs::path> files;
  for (const fs::path& folder : workspace) {
    if (!folder.is_absolute()) continue;
    const fs::path file = nearest_file(folder, name);
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  }
  return files;
}

}  // namespace nsys_ai
