// Shared parts of all commands: naming, opening and waiting for a profile, and reporting failures.
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
constexpr int kAnswered = 0;  // also for the outcomes "empty" and "cannot answer"
constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kCancelled = 130;

// Each function adds a command to the parser. When the parser finds the command, it stores its action in
// `run`.
#define NSYS_COMMAND(name) void add_##name(CLI::App& program, std::function<int()>& run);
#include "cli/commands.def"
#undef NSYS_COMMAND

// The argument PROFILE, and the options --gpu, --iteration, --phase, --process and --trim of commands with a scope.
struct ProfileArguments {
  std::string path;
  std::vector<int64_t> gpus;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::optional<std::string> phase;
  std::string phase_map;     // the text of the given file
  std::vector<double> trim;  // from and to, in seconds on the capture's clock

  // Adds --memory-limit, too.
  void add_path(CLI::App& command);
  void add_scope(CLI::App& command);
  // Of a scope --trim alone.
  void add_trim(CLI::App& command);
  // Adds --phase-map, which reads the file at once; part of `add_scope`.
  void add_phase_map(CLI::App& command);
  ScopeRequest scope() const;
};

// Accepts one of these words, which shells complete (cli/command_descriptions.h), and explains why any other
// is wrong.
CLI::Validator one_of(const std::vector<std::string>& words);

// The window of two times in seconds on the capture's clock; nullopt if they are not two.
std::optional<Interval> window_of_seconds(const std::vector<double>& trim);
// Empty if the word is a time in seconds that fits into nanoseconds, otherwise the error message.
std::string invalid_seconds(const std::string& word);

// Of --at: fails if the target has no place in the run.
Result<void> check_at(const Profile& profile, const std::string& target);

// Adds --format with one of `formats`, the first of which is the default, and --width and --color for text.
void add_format(CLI::App& command, std::string& format, std::vector<std::string> formats);

// Adds --limit from 0 to `most`; the current value of `limit` is the default.
void add_limit(CLI::App& command, int64_t& limit, const std::string& help, int64_t most = INT32_MAX);

// Adds --memory-limit for the entire process.
void add_memory_limit(CLI::App& command);

// Shows progress on a terminal's stderr once opening takes longer than a second; Ctrl-C cancels. If the
// profile does not fit into memory, reads the window of `scope` only.
Result<ProfilePtr> open_profile(const std::string& path, const ScopeRequest& scope = {});
// Call it after printing the answer. Waits until the column cache of the opened profile is written, but at
// most half as long as opening took; Ctrl-C stops it.
void finish_cache_writes();
// Builds the timeline of a profile in the background, and caches it beside its columns.
void prepare_timeline(const ProfilePtr& profile);
// The context of a command's long work: Ctrl-C cancels it, and it reports progress as above.
Work command_work();
// The same for commands that do not handle signals this way: `serve` has its own way to end.
Work process_work();

// From now on an interrupt ends the command with this exit code within 100 ms.
void exit_on_interrupt(int code);

// Prints the error to stderr; returns its exit code.
int report(const Error& error);
// Writes to stdout. Does not fail if the reader closed the pipe, as `head` does.
int print(const std::string& text);
// Reports that writing to stdout failed with this errno; returns the exit code.
int not_printed(int cause);

}  // namespace nsys_ai
