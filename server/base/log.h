// The program's log: lines on stderr or in a file, never on stdout, which carries the protocol.
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

enum class LogLevel { debug, info, warning, error };

std::string_view name_of(LogLevel level);
std::optional<LogLevel> log_level_named(std::string_view name);

// Lines below this level are not written. The default is `warning`.
void set_log_level(LogLevel level);
// Appends to a file from now on instead of writing to stderr.
Result<void> log_to_file(const std::filesystem::path& path);

// Thread-safe. A message is one line; its control bytes are escaped.
void log(LogLevel level, std::string_view message);
inline void log_debug(std::string_view message) { log(LogLevel::debug, message); }
inline void log_info(std::string_view message) { log(LogLevel::info, message); }
inline void log_warning(std::string_view message) { log(LogLevel::warning, message); }
inline void log_error(std::string_view message) { log(LogLevel::error, message); }

}  // namespace nsys_ai
