// Takes options from the page of frameworks, and from what skills ask for when nothing is recorded.
#include "view/capture_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>

#include "base/quotation.h"
#include "knowledge/book.h"
#include "knowledge/next_capture.h"
#include "knowledge/page_tables.h"
#include "profile/profile.h"
#include "skills/list.h"
#include "view/launcher.h"

namespace nsys_ai {
namespace {

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether the name stands in the text as a word of its own.
bool names(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    if ((at == 0 || !is_word_character(text[at - 1])) && (end == text.size() || !is_word_character(text[end])))
      return true;
  }
  return false;
}

struct SeenFramework {
  const FrameworkCapture* capture;
  std::string by;
};

SeenFramework framework_of(const CaptureRequest& request) {
  const auto all = framework_captures();
  for (const FrameworkCapture& of : all)
    for (const std::string& name : of.names) {
      for (const std::string& word : request.command)
        if (names(word, name)) return {&of, word};
      if (names(request.script, name)) return {&of, fmt::format("{} in the script", name)};
    }
  return {&all.back(), ""};
}

// What a skill asks for where nothing was recorded.
std::vector<std::string> needs_of(const Skill& skill) {
  static const Profile nothing{ProfileData{}};
  std::vector<std::string> options;
  const auto answer = run_skill(skill, nothing, {}, ParamValues{});
  if (!answer) return options;
  for (const std::string& need : answer->needs)
    for (const std::string& code : quoted_words(need))
      if (code.starts_with("nsys profile ")) options.push_back(code.substr(std::string_view("nsys profile ").size()));
  return options;
}

// The skills behind the name of a skill or the key of a cause.
Result<std::vector<const Skill*>> skills_behind(const std::string& question) {
  const auto named = built_in_skills().find(question);
  if (named) return std::vector{*named};
  const auto book = root_cause_book();
  const auto cause = std::ranges::find(book, question, &Cause::key);
  if (cause == book.end())
    return fail(ErrorCode::bad_request,
                fmt::format("{} is neither a skill nor a cause of the book.", quotation(question)),
                named.error().hint);
  std::vector<const Skill*> skills;
  for (const CauseInput& input : cause->inputs)
    if (!input.skill.empty())
      if (const auto skill = built_in_skills().find(input.skill)) skills.push_back(*skill);
  return skills;
}

std::string purpose_of(std::string_view option) {
  for (const CaptureOption& of : capture_options())
    if (option.starts_with(of.name)) return of.purpose;
  return "";
}

// By option, the skills that need it and do not get it.
void add_unanswered(const NsysOptions& options, CapturePlan& plan) {
  std::map<std::string, std::vector<std::string>> by_option;
  for (const Skill& skill : built_in_skills().skills())
    for (const std::string& need : needs_of(skill)) {
      NsysOptions more;
      more.add_from(need);
      for (const std::string& word : more.words())
        if (!options.has(word)) by_option[word].push_back(skill.info.title);
    }
  for (auto& [option, titles] : by_option) {
    titles.erase(std::unique(titles.begin(), titles.end()), titles.end());
    plan.unanswered.emplace_back(option, std::move(titles));
  }
}

Result<NsysOptions> options_of(const CaptureRequest& request, const FrameworkCapture& framework) {
  NsysOptions options;
  for (const std::string& option : framework.options) options.add(option);
  for (const std::string& question : request.questions) {
    const auto skills = skills_behind(question);
    if (!skills) return tl::unexpected(skills.error());
    for (const Skill* skill : *skills)
      for (const std::string& need : needs_of(*skill)) options.add_from(need);
  }
  if (request.steps) {
    options.mend("--capture-range=cudaProfilerApi");
    options.mend("--capture-range-end=stop");
  }
  if (!request.range.empty()) {
    options.mend("--capture-range=nvtx");
    options.mend(fmt::format("--nvtx-capture={}@*", request.range));
    options.mend("--capture-range-end=stop");
    // Most programs do not register the texts of their ranges.
    options.mend("--env-var=NSYS_NVTX_PROFILER_REGISTER_ONLY=0");
  }
  if (request.delay_s || request.duration_s) {
    // A window by time takes the place of one that the program opens.
    options.remove("--capture-range");
    options.remove("--capture-range-end");
    if (request.delay_s) options.add(fmt::format("--delay={}", *request.delay_s));
    if (request.duration_s) options.add(fmt::format("--duration={}", *request.duration_s));
  }
  for (const std::string& mend : request.mends) options.mend(mend);
  return options;
}

std::string quoted(const std::string& word) {
  const bool plain = std::ranges::all_of(
      word, [](unsigned char c) { return std::isalnum(c) || std::string_view("_-./:=,+@%{}").find(static_cast<char>(c)) != std::string_view::npos; });
  if (plain && !word.empty()) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string part_of_run(const CaptureRequest& request, const NsysOptions& options) {
  const auto value_of = [&](std::string_view name) -> std::string {
    for (const std::string& word : options.words())
      if (word.starts_with(name)) return word.substr(name.size());
    return "";
  };
  const std::string delay = value_of("--delay=");
  const std::string duration = value_of("--duration=");
  if (!delay.empty() || !duration.empty())
    return fmt::format(
        "{}, {}",
        delay.empty() ? "from the start of the program" : fmt::format("from {} s after its start", delay),
        duration.empty() ? "to its end" : fmt::format("for {} s", duration));
  if (value_of("--capture-range=").empty()) return "the whole run";
  if (!request.range.empty() && value_of("--capture-range=") == "nvtx")
    return fmt::format("the first NVTX range \"{}\"", request.range);
  return request.steps ? fmt::format("{} step{} that the program opens and closes", *request.steps,
                                     *request.steps == 1 ? "" : "s")
                       : "what the program opens and closes";
}

using Words = std::vector<std::string>;

// The image has to hold nsys. Reading counters and sampling need a capability.
Words container_words(const CaptureRequest& request, const std::string& environment) {
  Words words = {"docker",
                 "run",
                 "--rm",
                 "--gpus",
                 "all",
                 "--ipc=host",
                 "--cap-add=SYS_ADMIN",
                 "-v",
                 fmt::format("{0}:{0}", request.folder),
                 "-w",
                 request.folder};
  if (!environment.empty()) words.insert(words.end(), {"-e", environment});
  words.push_back(request.container);
  return words;
}

// The command as it is started, with the word that marks where nsys has to stand.
Words started(const CaptureRequest& request, const std::string& environment) {
  Words command = request.command;
  const bool marked = std::ranges::find(command, kNsysPlace) != command.end();
  if (request.by_slurm) {
    const Launcher* launcher = launcher_of(command);
    if (launcher == nullptr || launcher->name != "srun") {
      Words slurm = {"srun"};
      if (!request.container.empty())
        slurm.insert(slurm.end(), {"--container-image=" + request.container,
                                   fmt::format("--container-mounts={0}:{0}", request.folder),
                                   "--container-workdir=" + request.folder});
      // Assignments stay in front.
      const auto at = std::ranges::find_if_not(command, is_assignment);
      command.insert(at, slurm.begin(), slurm.end());
    }
  } else if (!request.container.empty()) {
    Words inside = container_words(request, environment);
    if (!marked) inside.emplace_back(kNsysPlace);
    inside.insert(inside.end(), command.begin(), command.end());
    return inside;
  }
  if (marked) return command;
  const Launcher* launcher = launcher_of(command);
  const bool is_behind = launcher != nullptr && launcher->is_understood && launcher->any_program.empty() &&
                         (launcher->starts_elsewhere || request.ranks != Ranks::as_started);
  const bool takes_one = launcher != nullptr && launcher->is_understood && request.ranks == Ranks::one;
  if (is_behind || takes_one) {
    const auto at = static_cast<std::ptrdiff_t>(program_behind(*launcher, command));
    command.insert(command.begin() + at, kNsysPlace);
  }
  return command;
}

// A shell that puts nsys before the program on the first rank, and starts the program alone on the others.
Words on_first_rank(const Launcher& launcher, const Words& nsys) {
  std::string line;
  for (const std::string& word : nsys) line += quoted(word) + " ";
  return {
      "bash", "-c",
      fmt::format("if [ \"${{{}:-0}}\" = 0 ]; then exec {}\"$@\"; else exec \"$@\"; fi", launcher.rank, line),
      "rank"};
}

bool knows(const CaptureRequest& request, const std::string& option) {
  return ("\n" + request.known_options + "\n").find("\n" + option + "\n") != std::string::npos;
}

// `nsys profile` with those options that the nsys at hand knows.
Words chosen_words(const CaptureRequest& request, NsysOptions& options, CapturePlan& plan) {
  Words nsys = {"nsys", "profile"};
  for (const std::string& option : options.words()) {
    const std::string name = option.substr(0, option.find('='));
    if (request.known_options.empty() || knows(request, name)) {
      plan.options.push_back({option, purpose_of(option)});
      nsys.push_back(option);
    } else if (const std::string one = name.substr(0, name.size() - 1);
               name.ends_with('s') && knows(request, one)) {
      // What takes several values in newer releases took one before, by a name without the `s`.
      plan.options.push_back({one + option.substr(name.size()), purpose_of(option)});
      nsys.push_back(plan.options.back().text);
    } else {
      plan.unknown.push_back(option);
      options.remove(name);
    }
  }
  return nsys;
}

void say_what_to_know(const CaptureRequest& request, const Launcher* launcher, CapturePlan& plan) {
  const auto add = [&](std::string_view sentence) {
    plan.to_know += (plan.to_know.empty() ? "" : " ") + std::string(sentence);
  };
  if (!request.range.empty())
    add("The range has to be pushed by that very text, in a process that nsys follows; work that it launched runs on after its end, "
        "so wait for the GPU before it is popped.");
  if (!request.container.empty())
    add("The image has to hold nsys; without the capability SYS_ADMIN it records no samples of the CPU and no counters of the GPU.");
  if (launcher == nullptr) return;
  if (launcher->name == "srun")
    add("Let the reports go to a folder that all nodes share, and TMPDIR to a local disk: nsys writes there while it records.");
  if (request.ranks == Ranks::one)
    add("One rank alone shows that it waited in a collective, and not for whom.");
}

}  // namespace

Result<CapturePlan> capture_plan(const CaptureRequest& request) {
  CapturePlan plan;
  const SeenFramework seen = framework_of(request);
  const Words command = started(request, seen.capture->environment);
  const auto place = std::ranges::find(command, kNsysPlace);
  const Launcher* launcher = launcher_of(command);
  if (launcher != nullptr && launcher->starts_elsewhere && place == command.end())
    return fail(ErrorCode::bad_request,
                fmt::format("{} starts the program where nsys in front of it does not follow.", launcher->name),
                fmt::format("Write {} in the command where nsys has to stand, before the program.", kNsysPlace));
  if (request.ranks == Ranks::one && (launcher == nullptr || launcher->rank.empty()))
    return fail(ErrorCode::bad_request,
                "--ranks: nothing in this command starts ranks that this program knows of.",
                "Known are mpirun, mpiexec, srun, torchrun and deepspeed.");
  plan.framework = seen.capture->framework;
  plan.seen_by = seen.by;
  const bool is_in_container =
      launcher != nullptr && launcher->name == "docker" && !request.container.empty();
  plan.environment = is_in_container ? "" : seen.capture->environment;
  plan.to_know = seen.capture->to_know;
  if (request.steps && !seen.capture->steps.empty()) plan.to_know += " " + seen.capture->steps;
  say_what_to_know(request, launcher, plan);
  plan.nsys_is_here = place == command.end();
  auto options = options_of(request, *seen.capture);
  if (!options) return tl::unexpected(options.error());
  Words nsys = chosen_words(request, *options, plan);
  plan.part = part_of_run(request, *options);
  // Each rank writes a report of its own where nsys stands behind the launcher.
  const bool each_rank =
      launcher != nullptr && place != command.end() && !launcher->rank.empty() && request.ranks != Ranks::one;
  nsys.insert(nsys.end(), {"-o", each_rank ? fmt::format("{}.%q{{{}}}", request.output, launcher->rank)
                                           : request.output});
  const bool by_shell = launcher != nullptr && place != command.end() && request.ranks == Ranks::one;
  if (by_shell) nsys = on_first_rank(*launcher, nsys);
  // Without a place of its own nsys stands before the program, behind assignments.
  const auto before = place != command.end() ? place : std::ranges::find_if_not(command, is_assignment);
  plan.line.assign(command.begin(), before);
  if (by_shell && !launcher->any_program.empty()) {
    plan.line.emplace_back(launcher->any_program);
    nsys.emplace_back("python");
  }
  plan.line.insert(plan.line.end(), nsys.begin(), nsys.end());
  plan.line.insert(plan.line.end(), before + (place == command.end() ? 0 : 1), command.end());
  add_unanswered(*options, plan);
  return plan;
}

std::string shell_line(const CapturePlan& plan) {
  std::string text = plan.environment;
  for (const std::string& word : plan.line) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

}  // namespace nsys_ai
