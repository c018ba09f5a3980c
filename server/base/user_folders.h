// Where a user keeps what programs are told, what they remember, and what they can make again, as the XDG
// Base Directory Specification has it.
#pragma once

#include <filesystem>

namespace nsys_ai {

// `nsys-ai` in $XDG_CONFIG_HOME, $XDG_STATE_HOME and $XDG_CACHE_HOME, else in ~/.config, ~/.local/state and
// ~/.cache; empty where there is no home either. None need exist.
std::filesystem::path user_config_folder();
std::filesystem::path user_state_folder();
std::filesystem::path user_cache_folder();

}  // namespace nsys_ai
