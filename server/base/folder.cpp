// Reads folders with readdir(3).
#include "base/folder.h"

#include <dirent.h>
#include <sys/stat.h>

#include <cerrno>
#include <memory>
#include <string_view>

namespace nsys_ai {

std::vector<std::filesystem::path> paths_in(const std::filesystem::path& folder) {
  struct Close {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  std::vector<std::filesystem::path> paths;
  const std::unique_ptr<DIR, Close> open(::opendir(folder.c_str()));
  if (!open) return paths;
  while (const dirent* entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") paths.push_back(folder / name);
  }
  return paths;
}

int make_folders(const std::filesystem::path& folder, mode_t mode) {
  if (::mkdir(folder.c_str(), mode) == 0) return 0;
  int cause = errno;
  if (cause == ENOENT && folder != folder.parent_path()) {
    if (const int above = make_folders(folder.parent_path(), mode); above != 0) return above;
    cause = ::mkdir(folder.c_str(), mode) == 0 ? 0 : errno;
  }
  std::error_code error;
  return std::filesystem::is_directory(folder, error) ? 0 : cause;
}

}  // namespace nsys_ai
