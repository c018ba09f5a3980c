// What all commands share: how a profile is named, opened and waited for, and how failures are reported.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

// Exit codes of the program.
constexpr int kAnswered = 0;  // also empty and "cannot answer", which say so
constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kCancelled = 130;

// Each adds a command to the parser. What it is to run is left in `run`.
#define NSYS_COMMAND(name) void add_##name(CLI::App& program, std::function<int()>& run);
#include "cli/commands.def"
#undef NSYS_COMMAND

// PROFILE, and where a scope is asked for --gpu, --iteration, --process and --trim.
struct ProfileArguments {
  std::string path;
  std::vector<int64_t> gpus;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::vector<double> trim;  // seconds on the capture's clock: from, to

  // Also --memory-limit.
  void add_path(CLI::App& command);
  void add_scope(CLI::App& command);
  ScopeRequest scope() const;
};

// Takes one of these words, which shells complete (cli/command_words.h), and says of any other what is wrong.
CLI::Validator one_of(const std::vector<std::string>& words);

// Empty for a time in seconds that the clock can hold in nanoseconds, else what is wrong; likewise.
std::string why_no_seconds(const std::string& word);

// --format, one of `formats`, the first being the default; and --width and --color of text.
void add_format(CLI::App& command, std::string& format, std::vector<std::string> formats);

// --limit, from 0 to `most`; what `limit` is now is the default.
void add_limit(CLI::App& command, int64_t& limit, const std::string& help, int64_t most = INT32_MAX);

// --memory-limit, for the whole process.
void add_memory_limit(CLI::App& command);

// Opens with progress on a terminal's stderr once it takes longer than a second; Ctrl-C cancels.
// Where the whole does not fit into memory, `scope` says which window is read.
Result<ProfilePtr> open_profile(const std::string& path, const ScopeRequest& scope = {});
// After the answer was printed: waits until the columns of what was opened are cached, at most half as long
// as it took to open; Ctrl-C stops it.
void finish_cache_writes();
// Makes the timeline of a profile ready in the background, and keeps it beside its columns.
void prepare_timeline(const ProfilePtr& profile);
// The context of a command's long work: cancelled by Ctrl-C, and reporting progress as above.
Work command_work();
// The same of all that a command does, which takes no signals by itself: `serve` has its own way to end.
Work process_work();

// From now on an interrupt ends the command with this exit code, within 100 ms.
void interrupts_end(int code);

// Says what is wrong on stderr, and gives the exit code for it.
int report(const Error& error);
// Writes to stdout; a reader that went away, as `head` does, is no failure.
int print(const std::string& text);
// Reports that stdout took no more, for this errno, and gives the exit code for it.
int not_printed(int cause);

}  // namespace nsys_ai
