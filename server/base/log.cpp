// Log lines: time, level, message.
#include "base/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <mutex>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"debug", "info", "warning", "error"};

// Never destroyed, because threads may log while the process exits.
struct LogSink {
  std::mutex mutex;
  std::FILE* file = stderr;
};
LogSink& sink() {
  static auto* one = new LogSink;
  return *one;
}
std::atomic<LogLevel> least{LogLevel::warning};

}  // namespace

std::string_view name_of(LogLevel level) { return kNames[static_cast<size_t>(level)]; }

std::optional<LogLevel> log_level_named(std::string_view name) {
  for (size_t at = 0; at < kNames.size(); ++at)
    if (kNames[at] == name) return static_cast<LogLevel>(at);
  return std::nullopt;
}

void set_log_level(LogLevel level) { least = level; }

Result<void> log_to_file(const std::filesystem::path& path) {
  std::FILE* file = std::fopen(path.c_str(), "ae");
  if (!file)
    return fail(ErrorCode::cannot_do, "The log file " + path.string() + " cannot be written.",
                "Name a file in a folder that exists and that you may write to.");
  const std::lock_guard lock(sink().mutex);
  if (sink().file != stderr) std::fclose(sink().file);
  sink().file = file;
  return {};
}

void log(LogLevel level, std::string_view message) {
  if (level < least.load(std::memory_order_relaxed)) return;
  const auto now = std::chrono::system_clock::now();
  const auto millis =
      std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  const std::string line = fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {:7} {}\n",
                                       fmt::gmtime(std::chrono::system_clock::to_time_t(now)), millis,
                                       name_of(level), one_line(message));
  const std::lock_guard lock(sink().mutex);
  std::fwrite(line.data(), 1, line.size(), sink().file);
  std::fflush(sink().file);
}

}  // namespace nsys_ai
