// nsys-ai capture: plans how to capture a program, captures it, and shows what was captured.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "base/child_process.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "profile/report/nsys_program.h"
#include "view/capture_plan.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

struct CaptureArguments {
  CaptureRequest request;
  std::string like;
  bool print_only = false;
};

// The script that the command runs: the first word that is a file of a language with imports. Imports stand at its top.
std::string script_of(const std::vector<std::string>& command) {
  constexpr std::streamsize kTop = 64 << 10;
  for (const std::string& word : command) {
    const std::string suffix = fs::path(word).extension().string();
    if (suffix != ".py" && suffix != ".jl") continue;
    std::ifstream file(word, std::ios::binary);
    std::string text(kTop, '\0');
    file.read(text.data(), kTop);
    text.resize(static_cast<size_t>(file.gcount()));
    return text;
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

// What a capture of some seconds takes, by one that is there.
Result<std::string> size_words(const std::string& like, double seconds) {
  const auto profile = open_profile(like);
  if (!profile) return tl::unexpected(profile.error());
  const int64_t recorded = (*profile)->extent().duration();
  if (recorded <= 0) return fmt::format("{} recorded no time, so it does not say how large a capture gets", like);
  const double share = seconds * 1e9 / static_cast<double>(recorded);
  return fmt::format("about {} as an export for {} s, by {}: {} for {}",
                     readable_bytes(static_cast<int64_t>(static_cast<double>((*profile)->info().file_bytes) * share)),
                     seconds, like, readable_bytes((*profile)->info().file_bytes), readable_ns(recorded));
}

std::string plan_words(const CapturePlan& plan, const std::string& size) {
  std::string text = shell_line(plan) + "\n\n";
  if (plan.framework == "none")
    text += "Framework: none was seen in the command or its script.\n";
  else
    text += fmt::format("Framework: {}, by {}.\n", plan.framework, plan.seen_by);
  if (!plan.to_know.empty()) text += fmt::format("To know: {}\n", plan.to_know);
  if (!size.empty()) text += fmt::format("Size: {}.\n", size);
  text += "\nWhat each option is for:\n";
  for (const PlannedOption& option : plan.options) text += fmt::format("  {}  {}\n", option.text, option.purpose);
  if (!plan.unknown.empty())
    text += fmt::format("\nThe nsys at hand does not know, and is not given: {}\n", fmt::join(plan.unknown, " "));
  if (!plan.unanswered.empty()) text += "\nWhat this capture cannot answer, and the option that would:\n";
  constexpr size_t kTitles = 3;
  for (const auto& [option, titles] : plan.unanswered) {
    text += fmt::format("  {}\n", option);
    for (size_t i = 0; i < std::min(titles.size(), kTitles); ++i) text += fmt::format("    {}\n", titles[i]);
    if (titles.size() > kTitles) text += fmt::format("    and {} more\n", titles.size() - kTitles);
  }
  return text;
}

// Runs the program with this terminal. Ctrl-C goes to it and to nsys, which ends the recording; this one waits for both.
Result<int> run_here(std::vector<std::string> words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const auto former = std::signal(SIGINT, SIG_IGN);
  const pid_t child = ::fork();
  if (child < 0)
    return fail(ErrorCode::cannot_do, fmt::format("The capture cannot be started: {}.", std::strerror(errno)), "");
  if (child == 0) {
    // What this program ignores and blocks is not for others.
    for (const int signal : {SIGINT, SIGPIPE, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execvp(pointers[0], pointers.data());
    std::fprintf(stderr, "nsys-ai: %s cannot be started: %s.\n", pointers[0], std::strerror(errno));
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  std::signal(SIGINT, former);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

fs::path report_of(const std::string& output) { return output + ".nsys-rep"; }

int capture_and_show(const CapturePlan& plan, const std::string& output, const fs::path& nsys) {
  const fs::path report_file = report_of(output);
  std::error_code ignored;
  std::vector<std::string> words = plan.line;
  if (plan.nsys_is_here) *std::find(words.begin(), words.end(), "nsys") = nsys.string();
  if (!plan.environment.empty()) words.insert(words.begin(), plan.environment);
  if (words.front().find('=') != std::string::npos) words.insert(words.begin(), "env");
  const auto ended = run_here(std::move(words));
  if (!ended) return report(ended.error());
  if (!fs::exists(report_file, ignored))
    return report({ErrorCode::cannot_do,
                   fmt::format("The capture ended with {} and left no {}.", *ended, report_file.string()),
                   "What nsys and the program printed says why. Where ranks write reports of their own, open one of them."});
  const std::string self = fs::read_symlink("/proc/self/exe", ignored).string();
  ::execl(self.c_str(), "nsys-ai", report_file.c_str(), static_cast<char*>(nullptr));
  return report({ErrorCode::cannot_do, fmt::format("{} cannot be shown: {}.", report_file.string(), std::strerror(errno)),
                 fmt::format("nsys-ai {}", report_file.string())});
}

int run_capture(CaptureArguments options) {
  CaptureRequest& request = options.request;
  request.script = script_of(request.command);
  const auto nsys = nsys_program("A .nsys-rep", usual_nsys_places());
  if (nsys) request.known_options = options_of(*nsys);
  std::error_code ignored;
  if (!options.print_only && fs::exists(report_of(request.output), ignored))
    return report({ErrorCode::cannot_do,
                   fmt::format("{} is there already.", report_of(request.output).string()),
                   "Choose another name with -o."});
  const auto plan = capture_plan(request);
  if (!plan) return report(plan.error());
  std::string size;
  if (!options.like.empty()) {
    const auto words = size_words(options.like, request.duration_s.value_or(1));
    if (!words) return report(words.error());
    size = *words;
  }
  if (const int code = print(plan_words(*plan, size)); code != kAnswered || options.print_only) return code;
  if (!nsys)
    return report(
        {ErrorCode::cannot_do,
         "There is no nsys to capture with, neither by NSYS_AI_NSYS, on PATH, nor in the usual places.",
         "Run the line above where Nsight Systems is, or set NSYS_AI_NSYS to the path of nsys."});
  std::fflush(stdout);
  return capture_and_show(*plan, request.output, *nsys);
}

}  // namespace

void add_capture(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<CaptureArguments>();
  CLI::App* command = program.add_subcommand(
      "capture", "Plan how to capture a program, say what each option is for, capture it, and show what was captured");
  command->add_option("command", options->request.command, "The program and its arguments, behind --")
      ->required()
      ->type_name("COMMAND...");
  command
      ->add_option("--for", options->request.questions,
                   "A skill or a cause, such as gpu_metrics or idle-host-bound, that the capture has to answer; may be given again")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command->add_option("--delay", options->request.delay_s, "Leave out that many seconds at the start")
      ->check(CLI::NonNegativeNumber)
      ->type_name("S");
  command->add_option("--duration", options->request.duration_s, "Record that many seconds. Default: until the program ends")
      ->check(CLI::PositiveNumber)
      ->type_name("S");
  command->add_option("--like", options->like, "An earlier profile, by which the size is estimated")->type_name("PROFILE");
  command->add_option("-o,--output", options->request.output, "The name of the report, without suffix. Default: capture")
      ->check(invalid_file_name)
      ->type_name("NAME");
  command->add_flag("--print", options->print_only, "Print the plan and capture nothing, for a batch script");
  command->callback([options, &run] { run = [options] { return run_capture(*options); }; });
}

}  // namespace nsys_ai
