// A skill answers each question; the commentary on the skill phrases its answer.
#include "view/pages/questions_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "knowledge/commentary.h"
#include "skills/list.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"
#include "view/skill_invocation.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

std::string answer_text(const Answer& answer) {
  if (answer.outcome != Outcome::rows) return one_line(answer.reason);
  if (std::string words = commentary_on(answer).text; !words.empty()) return words;
  return fmt::format("Nothing of it stands out in {} row{}.", readable_count(answer.total_rows),
                     answer.total_rows == 1 ? "" : "s");
}

// The needs that the skill names, otherwise those of the page.
std::string capture_for(const BookQuestion& question, const Answer& answer) {
  if (answer.outcome != Outcome::cannot_answer) return "";
  std::string text;
  for (const std::string& need : answer.needs) text += (text.empty() ? "" : " ") + one_line(need);
  if (text.empty()) text = fmt::format("Capture with `nsys profile {}`.", fmt::join(question.options, " "));
  return text;
}

}  // namespace

Result<std::vector<AnsweredQuestion>> answered_questions(const Profile& profile, const ScopeRequest& request,
                                                         const Work& work) {
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  std::vector<AnsweredQuestion> all;
  const auto asked = book_questions();
  for (const BookQuestion& question : asked) {
    const SkillInvocation invocation = parse_skill_invocation(question.asked);
    const auto skill = built_in_skills().find(invocation.name);
    if (!skill) return tl::unexpected(skill.error());
    work.report(static_cast<double>(all.size()) / static_cast<double>(asked.size()),
                "asking " + invocation.name);
    auto answer = run_in_scope(**skill, profile, *scope, invocation.values, Work{work.cancel, {}});
    if (!answer) return tl::unexpected(answer.error());
    std::string text = answer_text(*answer);
    std::string capture = capture_for(question, *answer);
    all.push_back({&question, std::move(*answer), std::move(text), std::move(capture)});
  }
  return all;
}

Page questions_page(const Profile& profile, const std::vector<AnsweredQuestion>& answered) {
  Page page;
  page.title = profile.info().path.filename().string();
  const AnswerScope& scope = answered.front().answer.scope;
  std::vector<DeviceIx> devices;
  for (size_t i = 0; i < profile.devices().size(); ++i)
    if (std::binary_search(scope.devices.begin(), scope.devices.end(), profile.devices()[i].ordinal))
      devices.emplace_back(i);
  Facts facts;
  facts.facts.push_back(
      {"scope", text_cell(fmt::format("{}; {} to {} on the capture's clock", gpus_in_scope(profile, devices),
                                      readable_clock(scope.start_ns), readable_clock(scope.end_ns)))});
  page.blocks.emplace_back(std::move(facts));
  for (size_t i = 0; i < answered.size(); ++i) {
    const AnsweredQuestion& of = answered[i];
    page.blocks.emplace_back(Heading{fmt::format("{}. {}: {}", i + 1, of.question->phase, of.question->text),
                                     target_of_skill(of.question->asked)});
    std::string text = of.text;
    if (!of.capture.empty()) text += " " + of.capture;
    page.blocks.emplace_back(Paragraph{fmt::format("{} ({})", text, of.question->asked)});
  }
  return page;
}

}  // namespace nsys_ai
