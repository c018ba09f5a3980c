// Only variables with an absolute path count.
#include "base/user_folders.h"

#include <cstdlib>

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

fs::path of_user(const char* variable, const char* below_home) {
  const char* const set = std::getenv(variable);
  if (set != nullptr && fs::path(set).is_absolute()) return fs::path(set) / "nsys-ai";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && fs::path(home).is_absolute()) return fs::path(home) / below_home / "nsys-ai";
  return {};
}

}  // namespace

fs::path user_config_folder() { return of_user("XDG_CONFIG_HOME", ".config"); }
fs::path user_state_folder() { return of_user("XDG_STATE_HOME", ".local/state"); }
fs::path user_cache_folder() { return of_user("XDG_CACHE_HOME", ".cache"); }

}  // namespace nsys_ai
