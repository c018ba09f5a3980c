// From a query to an answer: the part of the run, the dispatch by kind, and notes on data loss.
#include "question/answering.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/loss_notes.h"
#include "base/text_table.h"
#include "base/context.h"
#include "question/answer_context.h"
#include "question/sources.h"
#include "skill/answer_frame.h"

namespace nsys_ai {
namespace {

// The time of all recorded events. Calls of the operating system and samples may begin before all others, and
// end after them.
Result<Interval> extent_of(const ProfilePtr& profile, AnswerCache& answers, const AskQuery& q,
                           const Work& work) {
  const Interval whole = Scope::whole(*profile).window();
  const std::string_view table = q.thing == Thing::os_call    ? "os_call"
                                 : q.thing == Thing::mpi_call ? "mpi_call"
                                 : q.thing == Thing::sample   ? "cpu_sample"
                                                              : "";
  if (table.empty()) return whole;
  const auto found = answers.ask(profile,
                                 SqlQuestion{fmt::format("SELECT min(start), max({}) FROM {}",
                                                         q.thing == Thing::sample ? "start" : "end", table)},
                                 work);
  if (!found) return tl::unexpected(found.error());
  const auto& row = (*found)->table.rows.at(0);
  return is_null(row[0])
             ? whole
             : Interval{std::min(whole.start, integer(row[0])), std::max(whole.end, integer(row[1]))};
}

ScopeRequest request_of(const Profile& profile, const AskQuery& q, const Interval& whole, const Work& work) {
  ScopeRequest request;
  if (q.gpus) request.gpus = *q.gpus;
  if (!is_of_other_process(profile, q, work)) request.process = q.process;
  if (q.thing != Thing::iteration) request.iteration = q.iteration;
  if (q.from_ns || q.to_ns)
    request.window = Interval{q.from_ns.value_or(whole.start), q.to_ns.value_or(whole.end)};
  return request;
}

bool lies_outside(const Interval& whole, const AskQuery& q) {
  if (!q.from_ns && !q.to_ns) return false;
  return q.to_ns.value_or(whole.end) <= whole.start || q.from_ns.value_or(whole.start) >= whole.end;
}

Result<void> answer_one(AnswerContext& context) {
  const AskQuery& q = context.query;
  if (q.want == Want::topic) return answer_topic(context);
  const Measure measure = measured_of(q);
  if (q.thing == Thing::gpu && is_of_gpus(measure)) return answer_gpus(context);
  if (q.thing == Thing::gpu && is_of_hardware(measure)) return answer_hardware(context);
  if (is_of_machine(measure)) return answer_machine(context);
  if (q.thing == Thing::run) return answer_run(context);
  if (*q.thing >= Thing::gpu && *q.thing <= Thing::thread) return answer_places(context);
  return answer_events(context);
}

// Adds notes on data loss; if no data of the answer was read, there is no answer.
void add_notes(const LossNotes& losses, const Profile& profile, AskAnswer& answer) {
  Answer frame = framed(profile, Scope::whole(profile), "ask");
  add_loss_notes(losses, frame);
  if (answer.outcome != AskOutcome::refused && frame.outcome == Outcome::cannot_answer) {
    answer.outcome = AskOutcome::refused;
    answer.facts.clear();
    answer.reason = frame.reason;
    answer.capture = frame.needs;
  }
  for (std::string& note : frame.notes) answer.notes.push_back(std::move(note));
}

}  // namespace

AskAnswer refused(std::string reason) {
  AskAnswer answer;
  answer.outcome = AskOutcome::refused;
  answer.reason = std::move(reason);
  return answer;
}

Result<AskAnswer> answer_query(const ProfilePtr& kept, AnswerCache& answers, const AskQuery& given,
                               const ProjectFacts* project, const Work& work) {
  const AskQuery query = with_defaults(given);
  const Profile& profile = *kept;
  AskAnswer none = refused(reason_unanswerable(query));
  none.query = query;
  none.understood = sentence_of(query);
  if (!none.reason.empty()) return none;
  const auto whole = extent_of(kept, answers, query, work);
  if (!whole) return tl::unexpected(whole.error());
  const ScopeRequest part = request_of(profile, query, *whole, work);
  auto scope = Scope::make(profile, part);
  // Checked first, because the scope's own error would be less clear.
  if (lies_outside(*whole, query)) {
    none.reason = fmt::format("Nothing was recorded in that time: the capture goes from {} to {}.",
                              readable_clock(whole->start), readable_clock(whole->end));
    return none;
  }
  if (!scope) {
    none.reason = scope.error().message + " " + scope.error().hint;
    return none;
  }
  AnswerContext context({kept, answers, part, project}, std::move(*scope), query, work);
  if (auto done = answer_one(context); !done) {
    if (done.error().code == ErrorCode::cancelled || done.error().code == ErrorCode::internal_error)
      return tl::unexpected(done.error());
    (void)context.cannot(done.error().message + " " + done.error().hint);
  }
  std::vector<std::string> of_scope;
  note_scope(profile, context.scope, of_scope);
  for (std::string& note : of_scope)
    if (std::ranges::find(context.answer.notes, note) == context.answer.notes.end())
      context.answer.notes.push_back(std::move(note));
  context.answer.query = query;
  context.answer.understood = none.understood;
  return std::move(context.answer);
}

Result<AskAnswer> answer_with_loss_notes(const Profile& profile, const Work& work,
                               const std::function<Result<AskAnswer>()>& make) {
  const LossNotes losses;
  auto answer = cancellable(work, make);
  if (!answer && answer.error().code == ErrorCode::skipped) {
    AskAnswer none = refused(answer.error().message);
    none.capture = {answer.error().hint};
    answer = std::move(none);
  }
  if (answer) add_notes(losses, profile, *answer);
  return answer;
}

Result<AskAnswer> ask_query(const ProfilePtr& profile, AnswerCache& answers, const AskQuery& query,
                            const ProjectFacts* project, const Work& work) {
  return answer_with_loss_notes(*profile, work,
                                [&] { return answer_query(profile, answers, query, project, work); });
}

}  // namespace nsys_ai
