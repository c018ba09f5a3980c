// Shows the finding, its page of the book, and new answers of its skills.
#include "view/pages/finding_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "base/quotation.h"
#include "base/suggest.h"
#include "base/text_table.h"
#include "knowledge/book.h"
#include "knowledge/subjects.h"
#include "skill/skill.h"
#include "skills/findings.h"
#include "skills/list.h"
#include "view/fix_check.h"
#include "view/named_cells.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"
#include "view/pages/reading_page.h"
#include "view/skill_invocation.h"
#include "view/targets/target_kinds.h"

namespace nsys_ai {
namespace {

constexpr size_t kRowsOfSkill = 10;

void add_words_of_finding(std::string_view heading, std::string_view text, Page& page) {
  constexpr std::string_view kBetween = "\n\n";
  if (text.empty()) return;
  page.blocks.emplace_back(Heading{std::string(heading), ""});
  while (!text.empty()) {
    const size_t end = std::min(text.find(kBetween), text.size());
    page.blocks.emplace_back(Paragraph{std::string(text.substr(0, end))});
    text.remove_prefix(std::min(end + kBetween.size(), text.size()));
  }
}

// The start and the duration of the event in words; empty for event types without times.
std::string time_of(const Profile& profile, const Target& target) {
  if (target.kind == TargetKind::gap) return fmt::format("at {}", readable_clock(target.start));
  const auto at = place_in_spans(profile, target);
  if (!at) return "";
  const Spans& spans = about(target.kind).spans(profile);
  if (spans.end(*at) == Spans::kOpen) return "";
  return fmt::format("{} at {}", readable_ns(spans.interval(*at).duration()),
                     readable_clock(spans.start[*at]));
}

std::string name_of_event(const Profile& profile, const Target& target) {
  const auto name = about(target.kind).evidence;
  return name != nullptr ? name(profile, target) : "";
}

void add_evidence(const Profile& profile, const Finding& finding, Page& page) {
  if (finding.refs.empty()) return;
  PageTable table{{text_cell("event"), text_cell("when"), text_cell("what")}, {}, ""};
  for (const std::string& ref : finding.refs) {
    const auto target = parse_target(ref);
    table.rows.push_back({event_cell(ref), text_cell(target ? time_of(profile, *target) : ""),
                          name_cell(target ? name_of_event(profile, *target) : "")});
  }
  page.blocks.emplace_back(Heading{"Where to look", ""});
  page.blocks.emplace_back(std::move(table));
}

Result<void> add_answers(const Profile& profile, const Finding& finding, const Work& work, Page& page) {
  for (const std::string& text : finding.skills) {
    const SkillInvocation asked = parse_skill_invocation(text);
    const auto skill = built_in_skills().find(asked.name);
    if (!skill) continue;
    const auto answer = run_skill(**skill, profile, {}, asked.values, Work{work.cancel, {}});
    if (!answer) return tl::unexpected(answer.error());
    page.blocks.emplace_back(Heading{(*skill)->info.title, target_of_skill(text)});
    page.blocks.emplace_back(Paragraph{fmt::format("The answer of {}.", one_line(text))});
    if (answer->outcome != Outcome::rows) {
      page.blocks.emplace_back(Paragraph{answer->reason});
      continue;
    }
    PageTable table = linked_table_of(profile, *answer, kRowsOfSkill);
    if (table.rows.size() < answer->table.rows.size()) table.caption += " The skill's own document has more.";
    page.blocks.emplace_back(std::move(table));
  }
  return {};
}

}  // namespace

Result<Page> finding_page(const Profile& profile, std::string_view key, const Work& work) {
  const Findings& all = profile.derived(build_findings);
  const auto found = std::find_if(all.findings.begin(), all.findings.end(),
                                  [&](const Finding& of) { return of.key == key; });
  if (found == all.findings.end()) {
    std::vector<std::string> keys;
    for (const Finding& finding : all.findings) keys.push_back(finding.key);
    return fail(ErrorCode::bad_request, fmt::format("The profile has no finding {}.", quotation(key)),
                keys.empty() ? "It has none." : fmt::format("Its findings are {}.", either(keys)));
  }
  const Finding& finding = *found;
  Page page;
  page.title = finding.title;
  Facts facts;
  facts.facts.push_back({"severity", text_cell(std::string(name_of(finding.severity)))});
  if (finding.at_stake_ns > 0)
    facts.facts.push_back({"at stake", text_cell(fmt::format("at most {}, on average over the GPUs",
                                                             readable_ns(finding.at_stake_ns)))});
  facts.facts.push_back({"cause", {finding.key, target_of_page(finding.key), std::nullopt, false}});
  for (Cell& page_of : cells_of_pages(pages_of_cause(profile, finding.key)))
    facts.facts.push_back({"background", std::move(page_of)});
  page.blocks.emplace_back(std::move(facts));
  page.blocks.emplace_back(Paragraph{finding.detail});
  add_words_of_finding("What to do", finding.advice, page);
  add_words_of_finding("How to verify", finding.verify, page);
  page.blocks.emplace_back(Paragraph{fix_check_words(finding)});
  add_evidence(profile, finding, page);
  for (const Cause& cause : root_cause_book()) {
    if (cause.key != finding.key) continue;
    add_words_of_finding("The symptom", cause.symptom, page);
    add_words_of_finding("Why it happens", cause.why, page);
  }
  if (auto added = add_answers(profile, finding, work, page); !added) return tl::unexpected(added.error());
  return page;
}

}  // namespace nsys_ai
