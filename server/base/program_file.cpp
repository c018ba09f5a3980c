// Checks files before they are run.
#include "base/program_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <functional>

namespace nsys_ai {

namespace fs = std::filesystem;

std::string reason_not_executable(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    return errno == ENOENT ? "does not exist" : fmt::format("cannot be reached ({})", std::strerror(errno));
  if (S_ISDIR(status.st_mode)) return "is a folder";
  if (!S_ISREG(status.st_mode) || ::access(path.c_str(), X_OK) != 0) return "is no program that you may run";
  return "";
}

std::optional<fs::path> program_on_path(std::string_view name) {
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable ? variable : "";
  while (!rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const fs::path program = fs::path(folder) / name;
    if (program.is_absolute() && reason_not_executable(program).empty()) return program;
  }
  return std::nullopt;
}

std::optional<uint64_t> program_stamp() {
  constexpr const char* kRunning = "/proc/self/exe";
  std::error_code error;
  const fs::path path = fs::read_symlink(kRunning, error);
  struct stat status {};
  if (error || ::stat(kRunning, &status) != 0) return std::nullopt;
  return std::hash<std::string>{}(fmt::format("{} {} {} {}", path.string(), status.st_size,
                                              status.st_mtim.tv_sec, status.st_mtim.tv_nsec));
}

}  // namespace nsys_ai
