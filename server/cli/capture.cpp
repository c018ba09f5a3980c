// nsys-ai capture: plans how to capture a program, captures it, judges the capture, and shows it.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/child_process.h"
#include "base/program_file.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "cli/capture_run.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/workspace.h"
#include "features/workspace/captures.h"
#include "knowledge/next_capture.h"
#include "profile/report/nsys_program.h"
#include "question/content.h"
#include "question/topics.h"
#include "skills/findings.h"
#include "view/capture_plan.h"
#include "view/launcher.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

struct CaptureArguments {
  CaptureRequest request;
  std::string ranks;
  std::string like;
  bool print_only = false;
  bool again = false;
};

std::string top_of_file(const fs::path& file, std::streamsize most) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(static_cast<size_t>(most), '\0');
  stream.read(text.data(), most);
  text.resize(static_cast<size_t>(stream.gcount()));
  return text;
}

// What the command runs: the first word that is a file of a language with imports, which stand at its top;
// otherwise the names of libraries that the program itself names.
std::string script_of(const std::vector<std::string>& command) {
  constexpr std::streamsize kTop = 64 << 10;
  constexpr std::streamsize kNames = 4 << 20;
  for (const std::string& word : command) {
    const std::string suffix = fs::path(word).extension().string();
    if (suffix == ".py" || suffix == ".jl") return top_of_file(word, kTop);
  }
  const Launcher* launcher = launcher_of(command);
  const size_t at = launcher != nullptr && launcher->is_understood ? program_behind(*launcher, command) : 0;
  for (size_t i = at; i < command.size(); ++i) {
    if (is_assignment(command[i]) || command[i] == "env" || command[i] == kNsysPlace) continue;
    std::error_code ignored;
    if (command[i].find('/') == std::string::npos || !fs::is_regular_file(command[i], ignored)) return "";
    std::string text = top_of_file(command[i], kNames);
    std::ranges::replace(text, '\0', '\n');
    return text.starts_with(
               "\x7f"
               "ELF")
               ? text
               : "";
  }
  return "";
}

// The options that it knows, each on a line; empty if it does not say.
std::string options_of(const fs::path& nsys) {
  constexpr const char* kList = "\"$0\" profile --help 2>&1 | grep -oE -e '--[a-z][a-z0-9-]*' | sort -u";
  const auto end =
      run_child({{"/bin/sh", "-c", kList, nsys.string()}, interrupt_token(), {}, std::chrono::seconds(20)});
  return end && end->exit_code == 0 ? end->printed : "";
}

// A question in words becomes the skill or the cause that is about it.
Result<void> read_questions(std::vector<std::string>& questions) {
  constexpr size_t kMost = 8;
  for (std::string& question : questions) {
    if (question.find(' ') == std::string::npos) continue;
    const Topic* about = nullptr;
    for (const FoundTopic& found : topics_about(question, content_of(question), kMost))
      if (about == nullptr &&
          (found.topic->kind == TopicKind::skill || found.topic->kind == TopicKind::cause))
        about = found.topic;
    if (about == nullptr)
      return fail(ErrorCode::bad_request,
                  fmt::format("--for: no skill and no cause is about {}.", quotation(question)),
                  "`nsys-ai skill list` has the skills, docs/root-causes the causes.");
    question = about->key;
  }
  return {};
}

// What a capture of some seconds takes, by one that is there.
Result<std::string> size_words(const std::string& like, double seconds) {
  const auto profile = open_profile(like);
  if (!profile) return tl::unexpected(profile.error());
  const int64_t recorded = (*profile)->extent().duration();
  if (recorded <= 0) return fmt::format("{} recorded no time, so it does not say how large a capture gets", like);
  const double share = seconds * 1e9 / static_cast<double>(recorded);
  // What recording a call or a range costs the thread that makes it, in s.
  constexpr double kLeast = 0.5e-6;
  constexpr double kMost = 5e-6;
  const double a_second = static_cast<double>((*profile)->calls().size() + (*profile)->nvtx().size()) * 1e9 /
                          static_cast<double>(recorded);
  return fmt::format(
      "about {} as an export for {} s, by {}: {} for {}. Overhead, estimated: {} calls and ranges a second, at 0.5 to 5 us each "
      "{:.1f} % to {:.1f} % of a thread",
      readable_bytes(static_cast<int64_t>(static_cast<double>((*profile)->info().file_bytes) * share)),
      seconds, like, readable_bytes((*profile)->info().file_bytes), readable_ns(recorded),
      readable_count(static_cast<int64_t>(a_second)), 100 * kLeast * a_second, 100 * kMost * a_second);
}

// What this machine refuses, as far as it is known before.
std::string refused_here(const CapturePlan& plan) {
  constexpr int kMostForSamples = 2;
  std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
  int level = 0;
  if (!plan.nsys_is_here || !(file >> level) || level <= kMostForSamples || ::geteuid() == 0) return "";
  return fmt::format(
      "\nThe system refuses samples of the CPU here (perf_event_paranoid is {}): `sudo sysctl kernel.perf_event_paranoid=1` allows "
      "them; without them all else is recorded.\n",
      level);
}

CaptureEntry entry_of(const CaptureRequest& request, const CapturePlan& plan) {
  CaptureEntry entry;
  entry.command = request.command;
  entry.questions = request.questions;
  entry.delay = request.delay_s;
  entry.duration = request.duration_s;
  entry.steps = request.steps;
  entry.range = request.range;
  entry.ranks = word_of(request.ranks);
  entry.slurm = request.by_slurm;
  entry.container = request.container;
  entry.output = request.output;
  entry.line = shell_line(plan);
  entry.mends = request.mends;
  return entry;
}

CaptureRequest request_of(const CaptureEntry& entry) {
  CaptureRequest request;
  request.command = entry.command;
  request.questions = entry.questions;
  request.delay_s = entry.delay;
  request.duration_s = entry.duration;
  request.steps = entry.steps;
  request.range = entry.range;
  request.ranks =
      std::ranges::find(entry.mends, kEachRank) != entry.mends.end() ? Ranks::all : ranks_of(entry.ranks);
  request.by_slurm = entry.slurm;
  request.container = entry.container;
  request.output = next_output(entry.output);
  request.mends = entry.mends;
  return request;
}

// Judges the capture. What each of several reports lacks of the other ranks is there.
Result<CaptureFaults> judged(const std::vector<fs::path>& reports) {
  const auto profile = open_profile(reports.front().string());
  if (!profile) return tl::unexpected(profile.error());
  auto found = findings_in(**profile, Scope::whole(**profile), command_work());
  if (!found) return tl::unexpected(found.error());
  constexpr std::string_view kAlone = "rank-alone";
  if (reports.size() > 1) std::erase_if(found->findings, [&](const Finding& of) { return of.key == kAlone; });
  return capture_faults(*found);
}

std::string judgement_words(const CaptureFaults& of, const std::vector<fs::path>& reports,
                            const std::string& next_line) {
  std::string text = "\n";
  if (reports.size() > 1) {
    text += fmt::format("{} reports, of which this is about the first:", reports.size());
    for (const fs::path& report : reports) text += " " + report.string();
    text += "\n";
  }
  if (!of.any())
    return text + fmt::format("{} is a fit capture: nothing is known to be missing in it.\n\n",
                              reports.front().string());
  text += fmt::format("{} falls short as a capture:\n", reports.front().string());
  for (const std::string& title : of.titles) text += fmt::format("  {}\n", title);
  if (next_line.empty()) return text + "No option of the profiler mends that; what to do stands below.\n\n";
  return text + fmt::format("`nsys-ai capture --again` mends what the profiler can:\n  {}\n\n", next_line);
}

// A recording that was to begin later, and never did, is mended by one of the whole run.
Error without_report(CaptureEntry entry, const CapturePlan& plan, int ended) {
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(plan.options,
                               [&](const PlannedOption& of) { return of.text.starts_with(name); });
  };
  Error error{ErrorCode::cannot_do,
              fmt::format("The capture ended with {} and left no {}.nsys-rep.", ended, entry.output),
              "What nsys and the program printed says why."};
  const bool by_program = has("--capture-range=");
  if (!by_program && !has("--delay=")) return error;
  error.hint =
      fmt::format("{} `nsys-ai capture --again` records the whole run.",
                  by_program ? "The program may never have opened the capture: see how in the plan above."
                             : "The program may have ended before the delay was over.");
  entry.causes = {"empty-capture"};
  entry.mends.insert(entry.mends.end(),
                     {"without --capture-range", "without --capture-range-end", "without --delay"});
  if (const auto kept = remember_capture(workspace_folders(), entry); !kept) report(kept.error());
  return error;
}

int capture_and_show(const CaptureRequest& request, const CapturePlan& plan, const fs::path& nsys) {
  const auto ended = run_plan(plan, nsys);
  if (!ended) return report(ended.error());
  const std::vector<fs::path> reports = reports_of(request.output);
  CaptureEntry entry = entry_of(request, plan);
  if (reports.empty()) return report(without_report(std::move(entry), plan, *ended));
  entry.report = reports.front().string();
  const auto faults = judged(reports);
  if (!faults) return report(faults.error());
  entry.causes = faults->causes;
  for (const std::string& mend : faults->mends)
    if (std::ranges::find(entry.mends, mend) == entry.mends.end()) entry.mends.push_back(mend);
  if (const auto kept = remember_capture(workspace_folders(), entry); !kept) report(kept.error());
  CaptureRequest next = request_of(entry);
  next.script = request.script;
  next.folder = request.folder;
  next.known_options = request.known_options;
  const auto again = capture_plan(next);
  if (!again) return report(again.error());
  const bool differs =
      !std::ranges::equal(again->options, plan.options, {}, &PlannedOption::text, &PlannedOption::text) ||
      next.ranks != request.ranks;
  if (const int code = print(judgement_words(*faults, reports, differs ? shell_line(*again) : ""));
      code != kAnswered)
    return code;
  std::fflush(stdout);
  std::error_code ignored;
  const std::string self = fs::read_symlink("/proc/self/exe", ignored).string();
  ::execl(self.c_str(), "nsys-ai", reports.front().c_str(), static_cast<char*>(nullptr));
  return report({ErrorCode::cannot_do,
                 fmt::format("{} cannot be shown: {}.", reports.front().string(), std::strerror(errno)),
                 fmt::format("nsys-ai {}", reports.front().string())});
}

Result<CaptureRequest> requested(const CaptureArguments& options) {
  if (!options.again) {
    CaptureRequest request = options.request;
    request.ranks = ranks_of(options.ranks);
    if (request.command.empty())
      return fail(ErrorCode::bad_request, "No command is given.",
                  "Write it behind --: nsys-ai capture -- python train.py");
    if (const auto read = read_questions(request.questions); !read) return tl::unexpected(read.error());
    return request;
  }
  if (!options.request.command.empty())
    return fail(ErrorCode::bad_request, "--again takes the command of the last capture, and no other.",
                "`nsys-ai capture -- COMMAND` captures another one.");
  const auto last = last_capture(workspace_folders());
  if (!last) return tl::unexpected(last.error());
  if (!*last)
    return fail(ErrorCode::cannot_do, "Nothing was captured in this folder yet.",
                "`nsys-ai capture -- COMMAND` does.");
  return request_of(**last);
}

int run_capture(const CaptureArguments& options) {
  auto request = requested(options);
  if (!request) return report(request.error());
  request->script = script_of(request->command);
  std::error_code ignored;
  request->folder = fs::current_path(ignored).string();
  const auto nsys = nsys_program("A .nsys-rep", usual_nsys_places());
  if (nsys) request->known_options = options_of(*nsys);
  if (!options.print_only && !reports_of(request->output).empty())
    return report({ErrorCode::cannot_do,
                   fmt::format("{} is there already.", reports_of(request->output).front().string()),
                   "Choose another name with -o."});
  const auto plan = capture_plan(*request);
  if (!plan) return report(plan.error());
  std::string size;
  if (!options.like.empty()) {
    const auto words = size_words(options.like, request->duration_s.value_or(1));
    if (!words) return report(words.error());
    size = *words;
  }
  if (const int code = print(plan_text(*plan, size) + (options.print_only ? "" : refused_here(*plan)));
      code != kAnswered || options.print_only)
    return code;
  if (plan->nsys_is_here && !nsys)
    return report(
        {ErrorCode::cannot_do,
         "There is no nsys to capture with, neither by NSYS_AI_NSYS, on PATH, nor in the usual places.",
         "Run the line above where Nsight Systems is, or set NSYS_AI_NSYS to the path of nsys."});
  std::fflush(stdout);
  return capture_and_show(*request, *plan, nsys ? *nsys : fs::path("nsys"));
}

}  // namespace

void add_capture(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<CaptureArguments>();
  CLI::App* command = program.add_subcommand(
      "capture",
      "Plan how to capture a program, say what each option is for, capture it, judge the capture, and show it");
  CaptureRequest& request = options->request;
  command->add_option("command", request.command, "The program and its arguments, behind --")
      ->type_name("COMMAND...");
  command
      ->add_option(
          "--for", request.questions,
          "A skill, a cause or a question, such as gpu_metrics, idle-host-bound or \"is NCCL overlapping?\", that the capture has to answer; may be given again")
      ->allow_extra_args(false)
      ->type_name("WHAT");
  auto* delay = command->add_option("--delay", request.delay_s, "Leave out that many seconds at the start")
                    ->check(CLI::NonNegativeNumber)
                    ->type_name("S");
  auto* duration = command
                       ->add_option("--duration", request.duration_s,
                                    "Record that many seconds. Default: until the program ends")
                       ->check(CLI::PositiveNumber)
                       ->type_name("S");
  command
      ->add_option("--steps", request.steps,
                   "Record that many steps, which the program opens and closes; the plan says how")
      ->check(CLI::PositiveNumber)
      ->excludes(delay)
      ->excludes(duration)
      ->type_name("N");
  command->add_option("--range", request.range, "Record the first NVTX range of this text")
      ->excludes(delay)
      ->excludes(duration)
      ->excludes("--steps")
      ->type_name("TEXT");
  command
      ->add_option("--ranks", options->ranks,
                   "all: a report of each rank; one: of the first alone. Default: as the command starts them")
      ->check(one_of({"all", "one"}))
      ->type_name("WHICH");
  command->add_flag("--slurm", request.by_slurm, "Start the program by srun, with nsys behind it");
  command->add_option("--container", request.container, "Start the program in this image, which holds nsys")
      ->type_name("IMAGE");
  command->add_option("--like", options->like, "An earlier profile, by which size and overhead are estimated")
      ->type_name("PROFILE");
  auto* output = command
                     ->add_option("-o,--output", request.output,
                                  "The name of the report, without suffix. Default: capture")
                     ->check(invalid_file_name)
                     ->type_name("NAME");
  command
      ->add_flag("--again", options->again,
                 "Capture once more what this folder captured last, mended by what it fell short of")
      ->excludes(output);
  command->add_flag("--print,--dry-run", options->print_only,
                    "Print the plan and capture nothing, for a batch script");
  command->callback([options, &run] { run = [options] { return run_capture(*options); }; });
}

}  // namespace nsys_ai
