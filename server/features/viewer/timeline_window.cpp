// Makes pages of the view in the scope of the selected rows.
#include "features/viewer/timeline_window.h"

#include <fmt/format.h>

#include "base/quotation.h"
#include "base/context.h"
#include "features/wire.h"
#include "trace/timeline/row_scope.h"
#include "view/pages/window_page.h"
#include "view/skill_invocation.h"

namespace nsys_ai {
namespace {

// The skill that computes most of the figures.
constexpr std::string_view kSkillOfWindow = "time_account";

Result<nsys::TimelineWindowResult> answer_there(const Profile& profile, const SkillSet& skills,
                                                const ScopeRequest& scope, const std::string& skill,
                                                const Work& work) {
  const SkillInvocation invocation = parse_skill_invocation(skill);
  const auto found = skills.find(invocation.name);
  if (!found) return tl::unexpected(found.error());
  const auto page = window_answer_page(profile, scope, **found, invocation.values, work);
  if (!page) return tl::unexpected(page.error());
  return nsys::TimelineWindowResult{wire_page(*page),
                                    skill_command(profile, scope, invocation.name, invocation.values)};
}

}  // namespace

Result<nsys::TimelineWindowResult> timeline_window(const Profile& profile, const SkillSet& skills,
                                                   const TimelineWindowRequest& asked, const Work& work) {
  const auto of_rows = cancellable(work, [&] { return scope_of_rows(profile, asked.rows); });
  if (!of_rows) return tl::unexpected(of_rows.error());
  ScopeRequest scope = *of_rows;
  scope.window = Interval{asked.part.start_ns, asked.part.end_ns};
  if (!asked.skill.empty()) return answer_there(profile, skills, scope, asked.skill, work);
  const auto part = asked.what.empty() ? WindowPart::times : window_part(asked.what);
  if (!part)
    return fail(ErrorCode::bad_request,
                fmt::format("\"{}\" is no part of statistics.", quotation(asked.what)),
                "Ask for times, causes or names.");
  const auto streams = streams_of_rows(profile, asked.rows);
  if (!streams) return tl::unexpected(streams.error());
  const auto page = window_page(profile, {scope, *streams}, *part, work);
  if (!page) return tl::unexpected(page.error());
  nsys::TimelineWindowResult result{wire_page(*page), skill_command(profile, scope, kSkillOfWindow, {}), {}};
  if (*part != WindowPart::times) return result;
  result.skills.emplace();
  for (const Skill& skill : skills.skills.skills()) result.skills->push_back(skill.info.name);
  return result;
}

}  // namespace nsys_ai
