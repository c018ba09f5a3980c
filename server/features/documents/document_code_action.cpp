// Code actions in virtual documents: actions on findings and on the targets that a line names.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text_table.h"
#include "features/documents/command_links.h"
#include "features/documents/document_access.h"
#include "features/documents/document_answers.h"
#include "features/documents/document_locations.h"
#include "features/documents/finding_in_document.h"
#include "features/session.h"
#include "skill/user_skills.h"
#include "view/skill_invocation.h"
#include "view/targets/target.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kQuickFix = "quickfix";
constexpr size_t kMaxActionLines = 100;
constexpr size_t kActionNameWidth = 40;
constexpr size_t kMaxSkills = 3;

enum class ActionPlace { this_profile, all_profiles };
struct Reason {
  ActionPlace where;
  const char* words;
};
// An expected finding of one run may be unexpected in another; the other two reasons are about the program.
constexpr std::array kReasons = {Reason{ActionPlace::this_profile, "expected in this run"},
                                 Reason{ActionPlace::all_profiles, "known, worked on elsewhere"},
                                 Reason{ActionPlace::all_profiles, "not worth the effort"}};

bool is_wanted(const lsp::CodeActionContext& context, std::string_view kind) {
  if (!context.only) return true;
  return std::any_of(context.only->begin(), context.only->end(), [&](const std::string& wanted) {
    return wanted.empty() || kind == wanted || kind.starts_with(wanted + ".");
  });
}

// The skills that the text names in backquotes.
std::vector<std::string> named_skills(const Registry& skills, std::string_view text) {
  std::vector<std::string> names;
  for (size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at + 1)) {
    const size_t end = text.find('`', at + 1);
    if (end == std::string_view::npos) break;
    const std::string word = parse_skill_invocation(text.substr(at + 1, end - at - 1)).name;
    at = end;
    const auto same = [&](const Skill& skill) { return skill.info.name == word; };
    if (std::any_of(skills.skills().begin(), skills.skills().end(), same)) names.push_back(word);
  }
  return names;
}

class Actions {
 public:
  Actions(Session& session, const VirtualDocument& document, std::vector<lsp::Diagnostic> diagnostics)
      : session_(session), document_(document), diagnostics_(std::move(diagnostics)) {}

  void add_line(size_t line) {
    if (const std::string finding = finding_at(document_, line); !finding.empty()) add_finding(finding);
    for (const Mark& mark : marks_of_line(document_, line)) add_named(mark);
  }
  std::vector<lsp::CodeAction> take() { return std::move(actions_); }

 private:
  const Profile& profile() const { return *document_.profile; }
  bool seen(const std::string& target) { return !seen_.insert(target).second; }

  void add_fix(const std::string& key, lsp::Command command) {
    lsp::CodeAction& action = actions_.emplace_back();
    action.title = command.title;
    action.kind = kQuickFix;
    for (const lsp::Diagnostic& of : diagnostics_)
      if (of.code == key) action.diagnostics = std::vector{of};
    action.command = std::move(command);
  }
  void add_action(lsp::Command command) {
    lsp::CodeAction& action = actions_.emplace_back();
    action.title = command.title;
    action.command = std::move(command);
  }

  void add_finding(const std::string& target) {
    if (seen(target)) return;
    const auto status = finding_status(session_, profile(), target);
    if (!status) return;
    const std::string& key = status->finding.key;
    add_fix(key, show_document("Explain this finding: what it rests on, and what to do",
                               {"finding", profile().info().path, {{"key", key}}}));
    actions_.back().isPreferred = true;
    if (!status->finding.refs.empty()) {
      const std::string evidence = one_line(status->finding.refs[0]);
      add_fix(key, show_on_timeline(fmt::format("Show its evidence {} on the timeline", evidence), profile(),
                                    target));
      add_fix(key,
              open_in_perfetto(fmt::format("Show its evidence {} in Perfetto", evidence), profile(), target));
    }
    add_skills(status->finding);
    if (status->suppressed) return add_fix(key, unsuppress_finding("Tell this finding again", key, profile()));
    const std::string file_name = profile().info().path.filename().string();
    for (const Reason& reason : kReasons) {
      const bool here = reason.where == ActionPlace::this_profile;
      add_fix(key, suppress_finding(fmt::format("Suppress in {}: {}",
                                                here ? one_line(file_name) : "all profiles of this workspace",
                                                reason.words),
                                    key, reason.words, here ? std::optional(file_name) : std::nullopt));
    }
  }

  // Skills that verify a fix come first.
  void add_skills(const Finding& finding) {
    const SkillSetPtr known = session_.skills.now();
    std::vector<std::string> verifying = named_skills(known->skills, finding.verify);
    std::vector<std::string> names = verifying;
    for (const std::string& asked : finding.skills) names.push_back(parse_skill_invocation(asked).name);
    std::set<std::string> added;
    for (const std::string& name : names) {
      if (added.size() >= kMaxSkills || !added.insert(name).second) continue;
      const auto asked =
          std::find_if(finding.skills.begin(), finding.skills.end(),
                       [&](const std::string& of) { return parse_skill_invocation(of).name == name; });
      const bool verifies = std::find(verifying.begin(), verifying.end(), name) != verifying.end();
      add_fix(finding.key, run_skill(fmt::format("Run {}{}", name, verifies ? ", which verifies a fix" : ""),
                                     profile(), asked == finding.skills.end() ? name : *asked));
    }
  }

  void add_named(const Mark& mark) {
    const auto target = parse_target(mark.target);
    if (!target || target->kind == TargetKind::finding || seen(mark.target)) return;
    const std::string name = shortened(words_of(document_, mark), kActionNameWidth);
    const char* const run = target->kind == TargetKind::nvtx_label ? "range" : "run";
    const bool has_runs = target->kind == TargetKind::kernel_name || target->kind == TargetKind::nvtx_label;
    if (has_runs) {
      if (const auto place = place_of(profile(), mark.target))
        add_action(show_document(fmt::format("Explain {}", name), place->address));
      if (const auto instances = instances_of(profile(), mark.target))
        add_action(show_document(fmt::format("List the {}s of {}", run, name), *instances));
    }
    if (!has_place_in_time(target->kind)) return;
    const std::string what = has_runs ? fmt::format("the longest {} of {}", run, name) : name;
    add_action(show_on_timeline(fmt::format("Show {} on the timeline", what), profile(), mark.target));
    add_action(open_in_perfetto(fmt::format("Show {} in Perfetto", what), profile(), mark.target));
  }

  Session& session_;
  const VirtualDocument& document_;
  std::vector<lsp::Diagnostic> diagnostics_;
  std::vector<lsp::CodeAction> actions_;
  std::set<std::string> seen_;
};

}  // namespace

Result<std::vector<lsp::CodeAction>> document_code_action(Session& session, const VirtualDocument& document,
                                                          const lsp::CodeActionParams& params, Call& call) {
  auto report = document_diagnostic(session, document, {}, call);
  if (!report) return tl::unexpected(report.error());
  Actions actions(session, document, std::move(report->items));
  for (size_t line = params.range.start.line;
       line <= params.range.end.line && line < params.range.start.line + kMaxActionLines &&
       line < document.text.line_count();
       ++line)
    actions.add_line(line);
  std::vector<lsp::CodeAction> all = actions.take();
  std::erase_if(all, [&](const lsp::CodeAction& action) {
    return !is_wanted(params.context, action.kind.value_or(""));
  });
  return all;
}

}  // namespace nsys_ai
