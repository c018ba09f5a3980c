// The build folder is the one above the running program, and its cache names the source tree.
#include "tests/support/places.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kCache = "CMakeCache.txt";
constexpr std::string_view kSource = "CMAKE_HOME_DIRECTORY:INTERNAL=";

const char* given(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : nullptr;
}

fs::path find_build_folder() {
  fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  while (!fs::exists(folder / kCache)) {
    if (folder == folder.root_path())
      throw std::runtime_error("This test lies in no build folder. Run it where CMake built it.");
    folder = folder.parent_path();
  }
  return folder;
}

fs::path find_source_folder() {
  std::ifstream cache(build_folder() / kCache);
  for (std::string line; std::getline(cache, line);)
    if (line.starts_with(kSource)) return line.substr(kSource.size());
  throw std::runtime_error((build_folder() / kCache).string() +
                           " names no source folder. Configure it anew.");
}

}  // namespace

fs::path build_folder() {
  static const fs::path folder = find_build_folder();
  return folder;
}

fs::path source_folder() {
  static const fs::path folder = find_source_folder();
  return folder;
}

std::string program() {
  const char* named = given("NSYS_AI_PROGRAM");
  return named != nullptr ? named : (build_folder() / "nsys-ai").string();
}

fs::path profiles_folder() {
  const char* named = given("NSYS_AI_PROFILES");
  return named != nullptr ? fs::path(named) : source_folder().parent_path() / "shared/profiles";
}

std::vector<fs::path> captures() {
  // Many suites ask for them wherever their program starts.
  static const std::vector<fs::path> all = [] {
    std::vector<fs::path> found;
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(profiles_folder(), absent))
      if (entry.path().extension() == ".sqlite") found.push_back(entry.path());
    std::sort(found.begin(), found.end());
    return found;
  }();
  return all;
}

}  // namespace nsys_ai::test
