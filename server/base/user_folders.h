// The user's folders for configuration, state and caches, as in the XDG Base Directory Specification.
#pragma once

#include <filesystem>

namespace nsys_ai {

// `nsys-ai` in $XDG_CONFIG_HOME, $XDG_STATE_HOME and $XDG_CACHE_HOME, else in ~/.config, ~/.local/state and
// ~/.cache; empty when there is no home folder either. The folders need not exist.
std::filesystem::path user_config_folder();
std::filesystem::path user_state_folder();
std::filesystem::path user_cache_folder();

}  // namespace nsys_ai
