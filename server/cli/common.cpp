// The parts of commands that do not depend on the question.
#include "cli/common.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/quantity.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "profile/cache/column_cache_writer.h"
#include "profile/load/load.h"
#include "trace/timeline/timeline.h"
#include "view/targets/target_window.h"
#include "view/wrapped_text.h"

namespace nsys_ai {
namespace {

// Writes the column caches of the profiles that this process opens.
ColumnCacheWriter& keeper() {
  static ColumnCacheWriter of_process;
  return of_process;
}

std::chrono::nanoseconds opening_took{0};

// Keeps the profile alive until the process ends, because freeing it piece by piece takes time.
void keep_to_the_end(const ProfilePtr& profile) {
  static auto& opened = *new std::vector<ProfilePtr>();
  opened.push_back(profile);
}

// Of the process: a line may outlive the work that it is about, and answers are printed meanwhile.
std::atomic<bool> progress_is_shown = false;

void erase_progress() {
  if (progress_is_shown.exchange(false)) std::fputs("\r\033[K", stderr);
}

// One line that is overwritten repeatedly and erased at the end.
class ProgressLine {
 public:
  ProgressLine() : begun_(Clock::now()), last_(begun_) {}
  ~ProgressLine() {
    if (shown_) erase_progress();
  }
  void show(double done, const std::string& what) {
    const auto now = Clock::now();
    if (isatty(STDERR_FILENO) == 0 || now - begun_ < std::chrono::seconds(1)) return;
    if (shown_ && now - last_ < std::chrono::milliseconds(100)) return;
    shown_ = true;
    progress_is_shown = true;
    last_ = now;
    // The progress of building an index or waiting for a service is unknown; then the elapsed seconds show
    // that the work continues.
    if (std::isfinite(done)) last_done_ = done;
    const std::string so_far =
        last_done_ ? fmt::format("{:3.0f} %  {}", *last_done_ * 100, one_line(what))
                   : fmt::format("{}, {} s", one_line(what),
                                 std::chrono::duration_cast<std::chrono::seconds>(now - begun_).count());
    std::fputs(fmt::format("\r\033[K{} (Ctrl-C stops)", so_far).c_str(), stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begun_;
  Clock::time_point last_;
  std::optional<double> last_done_;
  bool shown_ = false;
};

}  // namespace

std::string invalid_seconds(const std::string& word) {
  constexpr double kMax = 9.2e9;
  const auto seconds = parse_real(word);
  if (seconds && std::fabs(*seconds) < kMax) return "";
  return fmt::format("\"{}\" is no time in seconds", word);
}

CLI::Validator one_of(const std::vector<std::string>& words) {
  return {[words](const std::string& word) -> std::string {
            if (std::find(words.begin(), words.end(), word) != words.end()) return "";
            return fmt::format("\"{}\" is none of {}", word, fmt::join(words, ", "));
          },
          "", fmt::format("{}", fmt::join(words, ","))};
}

void ProfileArguments::add_path(CLI::App& command) {
  command
      .add_option(
          "PROFILE", path,
          "The .sqlite file that `nsys export --type sqlite` wrote, or a report (.nsys-rep, .qdrep) where nsys is installed")
      ->required();
  add_memory_limit(command);
}

void add_limit(CLI::App& command, int64_t& limit, const std::string& help, int64_t most) {
  command.add_option("--limit", limit, help)
      ->check(CLI::Range(int64_t{0}, most))
      ->capture_default_str()
      ->type_name("N");
}

void add_memory_limit(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--memory-limit", [](const std::string& text) { set_memory_limit(parse_bytes(text).value_or(0)); },
          "What the program may take in all, such as 4GB; a profile that does not fit is read in part, as a note says. "
          "Default: NSYS_AI_MEMORY_LIMIT, else four fifths of what is free")
      ->check([](const std::string& text) {
        const auto bytes = parse_bytes(text);
        return bytes && *bytes > 0 ? std::string()
                                   : fmt::format("\"{}\" is no size such as 500MB or 4GB", text);
      })
      ->type_name("SIZE");
}

void ProfileArguments::add_trim(CLI::App& command) {
  command.add_option("--trim", trim, "Only this window, in seconds on the capture's clock")
      ->expected(2)
      ->check(invalid_seconds)
      ->type_name("START END");
}

void ProfileArguments::add_scope(CLI::App& command) {
  command.add_option("--gpu", gpus, "Only this GPU, as CUDA numbers it; may be given again. Default: all")
      ->allow_extra_args(false)
      ->type_name("N");
  command
      .add_option("--iteration", iteration,
                  "Only this step of the program, from 0, as iteration_timing numbers them")
      ->type_name("N");
  command
      .add_option("--phase", phase,
                  "Only this phase of the program, such as decode: its longest stretch, as the skill phases names them")
      ->type_name("NAME");
  add_phase_map(command);
  command.add_option("--process", process, "Only this process. Default: all")->type_name("PID");
  add_trim(command);
}

void ProfileArguments::add_phase_map(CLI::App& command) {
  command
      .add_option_function<std::string>(
          "--phase-map,--phases-json",
          [this](const std::string& file) { phase_map = read_file_param(kPhaseMap, file).value_or(""); },
          "JSON that names the ranges of each phase (docs/REPORT.md). Default: .nsys-ai/phases.json, else a built-in map")
      ->check([](const std::string& file) -> std::string {
        const auto read = read_file_param(kPhaseMap, file);
        return read ? "" : fmt::format("{} {}", read.error().message, read.error().hint);
      })
      ->type_name("FILE");
}

ScopeRequest ProfileArguments::scope() const {
  ScopeRequest request;
  request.gpus = gpus;
  request.process = process;
  request.iteration = iteration;
  request.window = window_of_seconds(trim);
  request.phase = phase;
  request.phase_map = phase_map;
  if (phase) workspace_skills()->project.complete(request);
  return request;
}

std::optional<Interval> window_of_seconds(const std::vector<double>& trim) {
  if (trim.size() != 2) return std::nullopt;
  // Seconds as double represent nanoseconds exactly up to some hundred days.
  return Interval{std::llround(trim[0] * 1e9), std::llround(trim[1] * 1e9)};
}

void add_format(CLI::App& command, std::string& format, std::vector<std::string> formats) {
  format = formats.front();
  command.add_option("--format", format, fmt::format("How to print: {}", fmt::join(formats, ", ")))
      ->check(one_of(formats))
      ->type_name("FORMAT");
  add_text_options(command);
}

void exit_on_interrupt(int code) {
  install_interrupt_handler(code, code == kCancelled ? "nsys-ai: The work was cancelled.\n" : "");
}

Work command_work() {
  exit_on_interrupt(kCancelled);
  return process_work();
}

Work process_work() {
  auto line = std::make_shared<ProgressLine>();
  return {interrupt_token(), [line](double done, const std::string& what) { line->show(done, what); }};
}

Result<ProfilePtr> open_profile(const std::string& path, const ScopeRequest& scope) {
  const auto begun = std::chrono::steady_clock::now();
  auto profile =
      load_profile(path, command_work(), {.window = scope.window, .column_cache = keeper().cache()});
  opening_took = std::chrono::steady_clock::now() - begun;
  if (profile) {
    keeper().keep(*profile);
    keep_to_the_end(*profile);
  }
  return profile;
}

void prepare_timeline(const ProfilePtr& profile) { keeper().store_part(profile, timeline_levels_to_keep()); }

void finish_cache_writes() { keeper().finish(interrupt_token(), opening_took / 2); }

int report(const Error& error) {
  static constexpr std::string_view kName = "nsys-ai: ";
  std::string text;
  const auto add = [&](std::string_view before, const std::string& sentence) {
    for (const std::string& line :
         wrapped_lines(one_line(sentence), {message_width(), kName.size(), kName.size(), false})) {
      text += fmt::format("{:<{}}{}\n", before, kName.size(), line);
      before = "";
    }
  };
  add(kName, error.message);
  if (!error.hint.empty()) add("", error.hint);
  if (error.code == ErrorCode::cancelled) end_without_words();
  std::fputs(text.c_str(), stderr);
  switch (error.code) {
    case ErrorCode::bad_request:
      return kUsage;
    case ErrorCode::cancelled:
      return kCancelled;
    default:
      return kFailed;
  }
}

int print(const std::string& text) {
  erase_progress();
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (written && std::fflush(stdout) == 0) return kAnswered;
  return not_printed(errno);
}

int not_printed(int cause) {
  if (cause == EPIPE) return kAnswered;
  return report({ErrorCode::cannot_do,
                 fmt::format("The answer could not be written to standard output: {}.", std::strerror(cause)),
                 "Write it to a place that has room and takes it."});
}

Result<void> check_at(const Profile& profile, const std::string& target) {
  if (target.empty() || window_around(profile, target)) return {};
  return fail(ErrorCode::bad_request,
              fmt::format("--at: {} has no place on the timeline of this profile.", quotation(target)),
              "Name an event, such as kernel:1; the reference of each stands in answers and cards.");
}

}  // namespace nsys_ai
