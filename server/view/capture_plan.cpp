// Takes options from the page of frameworks, and from what skills ask for when nothing is recorded.
#include "view/capture_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

#include "base/quotation.h"
#include "knowledge/book.h"
#include "knowledge/next_capture.h"
#include "knowledge/page_tables.h"
#include "profile/profile.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

// A program that starts others on machines or in rooms where an nsys in front of it does not follow, and the variable
// in which each of them finds its rank.
struct Launcher {
  std::string_view name;
  std::string_view rank;
  bool starts_elsewhere;
};
constexpr std::array kLaunchers = {
    Launcher{"docker", "", true},         Launcher{"kubectl", "", true},
    Launcher{"mpiexec", "PMI_RANK", false}, Launcher{"mpirun", "OMPI_COMM_WORLD_RANK", false},
    Launcher{"podman", "", true},         Launcher{"srun", "SLURM_PROCID", true},
};

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of('/') + 1); }

bool is_assignment(const std::string& word) {
  return word.find('=') != std::string::npos && word[0] != '-' && word[0] != '=';
}

const Launcher* launcher_of(const std::vector<std::string>& command) {
  for (const std::string& word : command) {
    if (word == "env" || is_assignment(word)) continue;
    const auto found = std::ranges::find(kLaunchers, file_name(word), &Launcher::name);
    return found == kLaunchers.end() ? nullptr : &*found;
  }
  return nullptr;
}

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
  if (request.delay_s || request.duration_s) {
    // A window by time takes the place of one that the program opens.
    options.remove("--capture-range");
    options.remove("--capture-range-end");
    if (request.delay_s) options.add(fmt::format("--delay={}", *request.delay_s));
    if (request.duration_s) options.add(fmt::format("--duration={}", *request.duration_s));
  }
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

}  // namespace

Result<CapturePlan> capture_plan(const CaptureRequest& request) {
  const auto place = std::ranges::find(request.command, kNsysPlace);
  const Launcher* launcher = launcher_of(request.command);
  if (launcher != nullptr && launcher->starts_elsewhere && place == request.command.end())
    return fail(ErrorCode::bad_request,
                fmt::format("{} starts the program where nsys in front of it does not follow.", launcher->name),
                fmt::format("Write {} in the command where nsys has to stand, before the program.", kNsysPlace));
  CapturePlan plan;
  const SeenFramework seen = framework_of(request);
  plan.framework = seen.capture->framework;
  plan.seen_by = seen.by;
  plan.environment = seen.capture->environment;
  plan.to_know = seen.capture->to_know;
  plan.nsys_is_here = place == request.command.end();
  auto options = options_of(request, *seen.capture);
  if (!options) return tl::unexpected(options.error());
  std::vector<std::string> nsys = {"nsys", "profile"};
  for (const std::string& option : options->words()) {
    const std::string name = option.substr(0, option.find('='));
    if (!request.known_options.empty() && ("\n" + request.known_options + "\n").find("\n" + name + "\n") == std::string::npos) {
      plan.unknown.push_back(option);
      options->remove(name);
      continue;
    }
    plan.options.push_back({option, purpose_of(option)});
    nsys.push_back(option);
  }
  // Each rank writes a report of its own where nsys stands behind the launcher.
  const bool is_behind = launcher != nullptr && place != request.command.end() && !launcher->rank.empty();
  nsys.insert(nsys.end(), {"-o", is_behind ? fmt::format("{}.%q{{{}}}", request.output, launcher->rank) : request.output});
  // Without a place of its own nsys stands before the program, behind assignments.
  const auto before = place != request.command.end() ? place
                                                     : std::ranges::find_if_not(request.command, is_assignment);
  plan.line.assign(request.command.begin(), before);
  plan.line.insert(plan.line.end(), nsys.begin(), nsys.end());
  plan.line.insert(plan.line.end(), before + (place == request.command.end() ? 0 : 1), request.command.end());
  add_unanswered(*options, plan);
  return plan;
}

std::string shell_line(const CapturePlan& plan) {
  std::string text = plan.environment;
  for (const std::string& word : plan.line) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

}  // namespace nsys_ai
