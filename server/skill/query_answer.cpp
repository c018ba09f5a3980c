// Completes the answer of a query: its scope, its outcome, and notes on limits.
#include "skill/query_answer.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "skill/answer_frame.h"

namespace nsys_ai {
namespace {

Result<Answer> answer_of_query(const Profile& profile, const Scope& scope, std::string_view sql,
                               const QueryLimits& limits, const Work& work, Answer answer) {
  auto found = run_query(profile, scope, {.sql = sql}, limits, work);
  if (!found) return tl::unexpected(found.error());
  set_answer_window(found->window, answer);
  answer.table = std::move(found->table);
  answer.total_rows = static_cast<int64_t>(answer.table.rows.size());
  answer.truncated = found->cut != Truncation::none;
  if (found->cut == Truncation::bytes)
    answer.notes.push_back(fmt::format("The rows take more than {}: select fewer columns, or aggregate them",
                                       readable_bytes(limits.bytes)));
  for (std::string& note : found->notes) {
    if (note.ends_with('.')) note.pop_back();
    answer.notes.push_back(std::move(note));
  }
  answer.outcome = answer.table.rows.empty() ? Outcome::empty : Outcome::rows;
  if (answer.outcome == Outcome::empty) answer.reason = "The query found no rows.";
  report_outside(scope, hull(profile.extent(), found->recorded), answer);
  return answer;
}

}  // namespace

Result<Answer> answer_query(const Profile& profile, const ScopeRequest& request, std::string_view sql,
                            const QueryLimits& limits, const Work& work) {
  const LossNotes losses;
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  const Answer frame = framed(profile, *scope, "query");
  return with_loss_notes(losses, frame, answer_of_query(profile, *scope, sql, limits, work, frame));
}

}  // namespace nsys_ai
