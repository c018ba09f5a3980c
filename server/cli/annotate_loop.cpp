// Annotate, profile, look, and annotate finer: a folder for each round, from which the loop goes on.
#include "cli/annotate_loop.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>

#include "annotate/annotate_rounds.h"
#include "annotate/range_planner.h"
#include "base/child_process.h"
#include "base/text_table.h"
#include "cli/annotate_cost.h"
#include "cli/common.h"
#include "profile/report/nsys_program.h"
#include "view/capture_plan.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOutputPlace = "{output}";
constexpr const char* kPythonPathPlace = "{pythonpath}";

struct LoopOptions {
  std::string root;
  std::vector<std::string> command;
  std::string entry;
  std::string kernel;
  std::string folder = kRoundsFolder;
  std::vector<std::string> regions;
  int64_t budget = 200;
  int64_t rounds = 8;
  double timeout_s = 0;
  CaptureRequest window = {};
  double overhead = 3;
  bool restart = false;
};

void replace_places(std::string& word, const char* place, const std::string& text) {
  for (size_t at = 0; (at = word.find(place, at)) != std::string::npos; at += text.size())
    word.replace(at, std::string_view(place).size(), text);
}

std::optional<std::string> window_words(const CaptureRequest& of) {
  if (of.steps) return fmt::format("{} steps", *of.steps);
  if (!of.range.empty()) return fmt::format("range {}", of.range);
  if (!of.delay_s && !of.duration_s) return std::nullopt;
  return fmt::format("from {} s for {} s", of.delay_s.value_or(0), of.duration_s ? fmt::format("{}", *of.duration_s) : "all");
}

std::vector<std::string> window_options(const CaptureRequest& of) {
  std::vector<std::string> words;
  const auto add = [&](const char* name, auto value) { words.insert(words.end(), {name, fmt::format("{}", value)}); };
  if (of.steps) add("--steps", *of.steps);
  if (!of.range.empty()) add("--range", of.range);
  if (of.delay_s) add("--delay", *of.delay_s);
  if (of.duration_s) add("--duration", *of.duration_s);
  return words;
}

// The command as it runs: that of the user where it says where the capture goes, else behind nsys.
Result<std::vector<std::string>> words_of_run(const LoopOptions& options, const fs::path& folder) {
  const std::string output = (folder / "run").string(), python = (folder / "python").string();
  std::vector<std::string> words = options.command;
  const auto has_output = [](const std::string& word) { return word.find(kOutputPlace) != std::string::npos; };
  if (std::none_of(words.begin(), words.end(), has_output)) {
    const auto nsys = nsys_program("A capture", usual_nsys_places());
    if (!nsys)
      return fail(ErrorCode::cannot_do, "There is no nsys here to capture with.",
                  "Give a command with {output} in it that writes {output}.nsys-rep or {output}.sqlite, with {pythonpath} where PYTHONPATH has to be set.");
    CaptureRequest request = options.window;
    request.command = words;
    request.output = output;
    const auto plan = capture_plan(request);
    if (!plan) return tl::unexpected(plan.error());
    words = plan->line;
    if (plan->nsys_is_here) *std::find(words.begin(), words.end(), "nsys") = nsys->string();
    if (!plan->environment.empty()) words.insert(words.begin(), plan->environment);
  } else if (window_words(options.window)) {
    return fail(ErrorCode::bad_request, "A command with {output} in it captures by itself.",
                "Write the window of steps into its own options of nsys.");
  }
  const char* const former = std::getenv("PYTHONPATH");
  for (std::string& word : words) {
    replace_places(word, kOutputPlace, output);
    replace_places(word, kPythonPathPlace, python);
  }
  const std::string path = former != nullptr && *former != '\0' ? python + ":" + former : python;
  words.insert(words.begin(), {"/usr/bin/env", "PYTHONPATH=" + path});
  return words;
}

// The captures that the command left, one for each rank; a report and its export are one.
std::vector<std::string> captures_in(const fs::path& folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path& path = entry.path();
    if (!path.filename().string().starts_with("run")) continue;
    const bool report = path.extension() == ".nsys-rep";
    if (report || (path.extension() == ".sqlite" && !fs::exists(fs::path(path).replace_extension(".nsys-rep"), error)))
      found.push_back(path.string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string printed_by(std::vector<std::string> words) {
  words.insert(words.begin(), "/usr/bin/env");
  const auto end = run_child({std::move(words), {}, {}, std::chrono::seconds(10)});
  return end && end->exit_code == 0 ? end->printed : "";
}

Result<void> capture_round(const LoopOptions& options, const fs::path& folder, AnnotateRound& round) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (const auto made = write_python_hook(folder / "python", options.root, round.labels); !made)
    return tl::unexpected(made.error());
  const auto words = words_of_run(options, folder);
  if (!words) return tl::unexpected(words.error());
  round.argv = *words;
  round.window = window_words(options.window);
  round.windowOptions = window_options(options.window);
  const fs::path place = fs::is_directory(options.root, error) ? fs::path(options.root) : fs::absolute(options.root).parent_path();
  round.commit = printed_by({"git", "-C", place.string(), "rev-parse", "HEAD"});
  if (!round.commit.empty()) {
    round.commit.pop_back();
    round.change = printed_by({"git", "-C", place.string(), "diff", "HEAD"});
  }
  round.program = NSYS_AI_VERSION;
  round.python = printed_by({"python3", "--version"});
  std::optional<std::chrono::milliseconds> timeout;
  if (options.timeout_s > 0) timeout = std::chrono::milliseconds(static_cast<int64_t>(options.timeout_s * 1000));
  const auto begun = std::chrono::steady_clock::now();
  const auto end = run_child({*words, command_work().cancel, {}, timeout});
  if (!end) return tl::unexpected(end.error());
  round.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  std::ofstream(folder / "log.txt", std::ios::binary) << end->printed;
  round.profiles = captures_in(folder);
  if (end->exit_code != 0 || end->signal != 0 || round.profiles.empty())
    return fail(ErrorCode::cannot_do,
                fmt::format("Round {} {} and left {}.", round.number,
                            end->signal != 0 ? timeout && round.seconds * 1000 >= static_cast<double>(timeout->count())
                                                   ? "took longer than --timeout"
                                                   : fmt::format("was ended by signal {}", end->signal)
                                             : fmt::format("ended with {}", end->exit_code),
                            round.profiles.empty() ? "no capture" : "a capture"),
                fmt::format("{} has what it printed. The same command goes on from here.", (folder / "log.txt").string()));
  return {};
}

Result<LocatedLaunches> measure(const LoopOptions& options, const AnnotateRound* plain, AnnotateRound& round) {
  LocatedLaunches all;
  for (const std::string& path : round.profiles) {
    const auto profile = open_profile(path);
    if (!profile) return tl::unexpected(profile.error());
    add_launches(all, located_launches(**profile, Scope::whole(**profile), options.kernel));
    measure_steps(**profile, round);
  }
  round.kernels = all.kernels;
  round.located = all.located;
  round.alone = all.alone;
  round.totalNs = all.total;
  round.aloneNs = all.alone_time;
  round.spanNs = all.span;
  round.launches = all.launches;
  if (plain != nullptr) compare_rounds(*plain, round);
  for (const LocatedRange& of : all.ranges) round.ranges.push_back({of.label, of.ranges, of.own, of.most, of.own_time});
  return all;
}

// Runs a round with the ranges of `round`, and plans the next one.
Result<void> run_round(const LoopOptions& options, const SourceRegions& sources,
                       const std::vector<AnnotateRound>& before, AnnotateRound& round) {
  const AnnotateRound* const plain = before.empty() ? nullptr : &before.front();
  const fs::path folder = round_folder(options.folder, round.number);
  round.root = fs::absolute(options.root).lexically_normal().string();
  round.entry = options.entry;
  round.kernel = options.kernel;
  round.command = options.command;
  if (const auto captured = capture_round(options, folder, round); !captured) return tl::unexpected(captured.error());
  const auto measured = measure(options, plain, round);
  if (!measured) return tl::unexpected(measured.error());
  const auto budget = static_cast<size_t>(options.budget);
  if (plain == nullptr) {
    const auto first = first_plan(sources, options.entry, budget);
    if (!first) return tl::unexpected(first.error());
    round.next = first->labels;
  } else {
    const RangePlan plan = next_plan(sources, *measured, round.labels, budget);
    round.next = plan.labels;
    round.stop = plan.stop;
  }
  std::vector<std::string> all = round.labels;
  all.insert(all.end(), round.next.begin(), round.next.end());
  round.sources = sources_of(sources, all);
  round.budget = options.budget;
  round.allowed = options.overhead;
  round.outcome = "kept";
  if (round.overhead && *round.overhead * 100 > options.overhead) {
    round.outcome = "taken back";
    round.stop = fmt::format("finer ranges would slow the program; those of round {} remain",
                             last_kept(before)->number);
  }
  return write_round(folder, round);
}

int64_t bytes_of(const AnnotateRound& round) {
  int64_t bytes = 0;
  std::error_code error;
  for (const std::string& path : round.profiles) {
    const uintmax_t size = fs::file_size(path, error);
    if (!error) bytes += static_cast<int64_t>(size);
  }
  return bytes;
}

// What further rounds take, by the last one; fails where they do not fit.
Result<std::string> estimate_of(const LoopOptions& options, const AnnotateRound& last, int64_t rounds) {
  const int64_t bytes = bytes_of(last);
  std::error_code error;
  const fs::space_info space = fs::space(fs::absolute(options.folder), error);
  if (!error && space.available < static_cast<uintmax_t>(bytes))
    return fail(ErrorCode::cannot_do,
                fmt::format("A round takes about {}, and {} has {} left.", readable_bytes(bytes), options.folder,
                            readable_bytes(static_cast<int64_t>(space.available))),
                "Free some space, capture fewer steps, or name another folder with --folder.");
  const auto time = [](double seconds) { return readable_ns(static_cast<int64_t>(seconds * 1e9)); };
  return fmt::format("A round takes about {} and {}, by round {}; new ranges come on top. At most {} this time: {} and {}.\n",
                     time(last.seconds), readable_bytes(bytes), last.number, counted(rounds, "round", "rounds"),
                     time(last.seconds * static_cast<double>(rounds)), readable_bytes(bytes * rounds));
}

int print_round(const AnnotateRound& round) {
  std::string text = words_of_round(round) + "\n";
  if (round.outcome == "taken back") text += "         Taken back: that is more than --overhead allows.\n";
  if (!round.stop.empty()) text += fmt::format("Done: {}.\n", round.stop);
  return print(text);
}

std::string closing_words(const LoopOptions& options, const std::vector<AnnotateRound>& rounds) {
  const AnnotateRound& last = rounds.back();
  const AnnotateRound* const kept = last_kept(rounds);
  const int64_t best = kept ? kept->number : 0;
  const std::string folder = (fs::path(options.folder) / fmt::format("round-{}", best)).string();
  std::string text;
  if (last.stop.empty())
    text += fmt::format("Stopped after {}; the same command goes on with {}.\n", counted(rounds.size(), "round", "rounds"),
                        counted(last.next.size(), "range", "ranges"));
  if (best > 0)
    text += fmt::format("No source was changed. The map: nsys-ai annotate map {}\nThe ranges: nsys-ai annotate apply {} --round {}\n",
                        fmt::join(rounds[static_cast<size_t>(best)].profiles, " "), options.root, folder);
  return text;
}

int run_loop(LoopOptions options) {
  std::vector<AnnotateRound> rounds = rounds_in(options.folder);
  if (options.restart) {
    std::error_code error;
    for (const AnnotateRound& of : rounds) fs::remove_all(round_folder(options.folder, of.number), error);
    rounds.clear();
  }
  if (!rounds.empty()) {
    if (options.command.empty()) options.command = rounds.front().command;
    const AnnotateRound& first = rounds.front();
    if (first.root != fs::absolute(options.root).lexically_normal().string() || first.entry != options.entry ||
        first.kernel != options.kernel || first.command != options.command ||
        first.window != window_words(options.window))
      return report({ErrorCode::bad_request, fmt::format("{} has the rounds of another loop.", options.folder),
                     "Begin again with --restart, or name another folder with --folder."});
  }
  if (options.command.empty())
    return report({ErrorCode::bad_request, "There is no command to profile.",
                   "Write it behind --, as in: nsys-ai annotate loop model.py -- python train.py"});
  const auto sources = python_regions(options.root, command_work());
  if (!sources) return report(sources.error());
  for (const std::string& note : sources->notes) print(one_line(note) + ".\n");
  for (const AnnotateRound& of : rounds) print_round(of);
  if (!rounds.empty())
    if (const auto same = check_sources(rounds.back(), *sources); !same) return report(same.error());
  if (!options.regions.empty()) {
    auto chosen = choose_next(options.folder, options.regions, *sources, options.budget);
    if (!chosen) return report(chosen.error());
    rounds.back() = std::move(*chosen);
  }
  for (int64_t done = 0; done < options.rounds && (rounds.empty() || rounds.back().stop.empty()); ++done) {
    AnnotateRound round;
    round.number = std::ssize(rounds);
    if (!rounds.empty() && (done == 0 || round.number == 1)) {
      const auto estimate = estimate_of(options, rounds.back(), options.rounds - done);
      if (!estimate) return report(estimate.error());
      print(*estimate);
    }
    if (!rounds.empty()) round.labels = rounds.back().next;
    const auto ran = run_round(options, *sources, rounds, round);
    if (!ran) return report(ran.error());
    print_round(round);
    rounds.push_back(std::move(round));
  }
  return print(closing_words(options, rounds));
}

}  // namespace

void add_annotate_loop(CLI::App& annotate, std::function<int()>& run) {
  auto options = std::make_shared<LoopOptions>();
  CLI::App* command = annotate.add_subcommand(
      "loop", "Profile with ranges again and again, finer where a range launches several kernels; no source changes");
  command->add_option("DIR|FILE", options->root, "The Python sources")->required();
  command->add_option("command", options->command,
                      "The program and its arguments, behind --; or a command with {output} and {pythonpath} that captures it")
      ->type_name("COMMAND...");
  command->add_option("--entry", options->entry, "Begin with this function, or Class.method. Default: all functions")
      ->type_name("FUNCTION");
  command->add_option("--kernel", options->kernel, "Only kernels with this in their name count")->type_name("TEXT");
  command->add_option("--budget", options->budget, "How many ranges at most")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--rounds", options->rounds, "How many rounds at most this time")->check(CLI::PositiveNumber)->capture_default_str();
  command
      ->add_option(
          "--overhead", options->overhead,
          "How many percent longer the median step may become; without steps, the run from the first kernel to the last")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_option("--timeout", options->timeout_s, "End a run after that many seconds. Default: never")
      ->check(CLI::NonNegativeNumber)
      ->type_name("S");
  auto* delay = command->add_option("--delay", options->window.delay_s, "Capture from that many seconds on")
                    ->check(CLI::NonNegativeNumber)
                    ->type_name("S");
  auto* duration = command->add_option("--duration", options->window.duration_s, "Capture that many seconds")
                       ->check(CLI::PositiveNumber)
                       ->type_name("S");
  auto* steps = command->add_option("--steps", options->window.steps, "Capture that many steps, which the program opens and closes, as `nsys-ai capture` says")
                    ->check(CLI::PositiveNumber)
                    ->excludes(delay)
                    ->excludes(duration)
                    ->type_name("N");
  command->add_option("--range", options->window.range, "Capture the first NVTX range of this text")
      ->excludes(delay)
      ->excludes(duration)
      ->excludes(steps)
      ->type_name("TEXT");
  command->add_option("--folder", options->folder, "Where the rounds are kept")->capture_default_str()->type_name("DIR");
  command
      ->add_option(
          "--region", options->regions,
          "A range of the next round, by its label of `annotate regions`, instead of the planner's; may be given again")
      ->allow_extra_args(false)
      ->type_name("LABEL");
  command->add_flag("--restart", options->restart, "Forget earlier rounds");
  command->callback([options, &run] { run = [options] { return run_loop(*options); }; });
}

}  // namespace nsys_ai
