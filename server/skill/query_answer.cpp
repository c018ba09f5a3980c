// The frame around a query: its scope, its outcome, and what was cut.
#include "skill/query_answer.h"

#include <fmt/format.h>

#include "base/text_table.h"

namespace nsys_ai::inline skill {
Result<Answer> answer_query(const Profile& profile, const ScopeRequest& request, std::string_view sql,
                            const QueryLimits& limits, const Work& work) {
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  auto found = run_query(profile, *scope, {.sql = sql}, limits, work);
  if (!found) return tl::unexpected(found.error());
  Answer answer;
  answer.skill = "query";
  answer.scope = scope->described(profile);
  answer.table = std::move(found->table);
  answer.total_rows = static_cast<int64_t>(answer.table.rows.size());
  answer.truncated = found->cut != Cut::none;
  if (found->cut == Cut::bytes)
    answer.notes.push_back(fmt::format("The rows take more than {}: select fewer columns, or aggregate them",
                                       readable_bytes(limits.bytes)));
  answer.notes.insert(answer.notes.end(), found->notes.begin(), found->notes.end());
  answer.outcome = answer.table.rows.empty() ? Outcome::empty : Outcome::rows;
  if (answer.outcome == Outcome::empty) answer.reason = "The query found no rows.";
  return answer;
}

}  // namespace nsys_ai::inline skill
