// Words -> query -> answer.
#include "agent/ask/ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "agent/ask/arithmetic.h"
#include "agent/ask/between.h"
#include "agent/ask/event_window.h"
#include "agent/ask/inquiry.h"
#include "agent/ask/ratio.h"
#include "agent/ask/read_query.h"
#include "agent/ask/sources.h"
#include "agent/ask/together.h"
#include "base/shortfall.h"
#include "base/suggest.h"
#include "base/text_table.h"
#include "base/work_scope.h"
#include "skill/answer_frame.h"

namespace nsys_ai::inline agent {
namespace {

AskAnswer abstained(std::string reason, std::vector<std::string> capture = {}) {
  AskAnswer answer;
  answer.reason = std::move(reason);
  answer.capture = std::move(capture);
  return answer;
}

// What a question that refers back adds to the one before: another part of the capture, or another condition.
void put_over(const AskQuery& more, AskQuery& query) {
  if (!more.gpus.empty()) query.gpus = more.gpus;
  if (more.stream) query.stream = more.stream;
  if (more.process) query.process = more.process;
  if (more.thread) query.thread = more.thread;
  if (more.iteration) query.iteration = more.iteration;
  if (more.window != TimeBounds{} || more.at) {
    query.window = more.window;
    query.at = more.at;
    query.after_event.clear();
    query.after_from = query.after_to = 0;
    query.before_event.clear();
  }
  if (!more.bounds.empty()) query.bounds = more.bounds;
  if (more.flops > 0) {
    query.flops = more.flops;
    query.flops_in_all = more.flops_in_all;
  }
  if (more.top > 0) query.top = more.top;
  for (const auto member :
       {&AskQuery::name, &AskQuery::family, &AskQuery::library, &AskQuery::direction, &AskQuery::memory,
        &AskQuery::inside, &AskQuery::precision, &AskQuery::not_name, &AskQuery::not_family,
        &AskQuery::not_library, &AskQuery::not_direction, &AskQuery::launched_by})
    if (!(more.*member).empty()) query.*member = more.*member;
}

// Whether a question says a part or condition alone, and nothing of what is asked.
bool only_adds(const ReadWords& reading) {
  return std::all_of(reading.clues.begin(), reading.clues.end(), [](const Clue& c) {
    switch (c.role) {
      case Role::filler:
      case Role::family:
      case Role::library:
      case Role::direction:
      case Role::memory:
      case Role::inside:
        return true;
      case Role::subject:  // `and the copies on GPU 1`, `and for gemm kernels`
        return static_cast<Subject>(c.value) == Subject::gpu ||
               static_cast<Subject>(c.value) == Subject::stream ||
               static_cast<Subject>(c.value) == Subject::kernel;
      default:
        return false;
    }
  });
}

Result<ReadQuery> read_with(const Profile& profile, const AskRequest& request, const Work& work) {
  if (request.after.empty()) return read_query(profile, request.question, work);
  const ReadWords reading = read_question(request.question);
  if (!only_adds(reading) || !reading.problem.empty()) return read_query(profile, request.question, work);
  auto before = read_query(profile, request.after, work);
  if (!before || !before->problem.empty()) return before;
  auto linked = linked_question(profile, reading, work);
  if (!linked) return tl::unexpected(linked.error());
  if (!linked->problem.empty()) return ReadQuery{{}, linked->problem, {}};
  AskQuery more = linked->reading.numbers;
  for (const Clue& c : reading.clues) {
    if (c.role == Role::family) more.family = c.text;
    if (c.role == Role::library) more.library = c.text;
    if (c.role == Role::direction) more.direction = c.text;
    if (c.role == Role::memory) more.memory = c.text;
  }
  for (const LinkedName& name : linked->names)
    (before->query.inside.empty() ? more.name : more.inside) = name.text;
  set_relative_window(profile, reading, more);
  put_over(more, before->query);
  // The two together must be a question of their own.
  return read_query(profile, understood(before->query), work);
}

ScopeRequest request_of(const Profile& profile, const AskQuery& query, const Work& work) {
  ScopeRequest request;
  request.gpus = query.gpus;
  if (query.minus_gpu) request.gpus.push_back(*query.minus_gpu);
  if (!query.minus_process && !is_of_other_process(profile, query, work)) request.process = query.process;
  if (query.subject != Subject::iteration) request.iteration = query.iteration;
  if (query.window != TimeBounds{} && !query.starting) {
    const Interval whole = Scope::whole(profile).window();
    request.window = Interval{query.window.from.value_or(whole.start), query.window.to.value_or(whole.end)};
  }
  return request;
}

Result<void> answer_one(Inquiry& inquiry) {
  const AskQuery& query = inquiry.query;
  if (query.intent == Intent::between)
    return answer_between(inquiry, [&](const std::string& words) {
      return ask(inquiry.source.profile, inquiry.source.answers, {words}, inquiry.work);
    });
  if (query.intent == Intent::ratio)
    return answer_ratio(inquiry, [&](const std::string& words) {
      return ask(inquiry.source.profile, inquiry.source.answers, {words}, inquiry.work);
    });
  if (query.intent == Intent::quotient || query.intent == Intent::difference ||
      query.intent == Intent::minus || query.intent == Intent::plus)
    return answer_arithmetic(inquiry, [&](const std::string& words) {
      return ask(inquiry.source.profile, inquiry.source.answers, {words}, inquiry.work);
    });
  if (query.intent == Intent::together) return answer_together(inquiry);
  if (query.intent == Intent::topic) return answer_topic(inquiry);
  if (query.intent != Intent::measure) return answer_diagnosis(inquiry);
  if (query.measure == Measure::mfu) return answer_mfu(inquiry);
  if (query.subject == Subject::gpu && is_of_gpus(query.measure)) return answer_gpus(inquiry);
  if (is_of_machine(query.measure)) return answer_machine(inquiry);
  if (query.subject == Subject::gpu && is_hardware(query.measure)) return answer_hardware(inquiry);
  return answer_events(inquiry);
}

// The two that are compared, each asked for itself; the first one has more.
std::array<AskQuery, 2> compared(const AskQuery& query) {
  std::array<AskQuery, 2> both = {query, query};
  if (query.minus_gpu) both[1].gpus = {*query.minus_gpu};
  if (query.minus_process) both[1].process = query.minus_process;
  for (AskQuery& one : both) {
    one.minus_gpu.reset();
    one.minus_process.reset();
  }
  return both;
}

Value difference_of(const Value& a, const Value& b) {
  const auto* first = std::get_if<int64_t>(&a);
  const auto* second = std::get_if<int64_t>(&b);
  if (first != nullptr && second != nullptr) return *first - *second;
  return real(a) - real(b);
}

Result<void> answer_difference(Inquiry& inquiry) {
  const std::array<AskQuery, 2> both = compared(inquiry.query);
  std::vector<AskFact> facts;
  for (const AskQuery& one : both) {
    const ScopeRequest part = request_of(inquiry.profile, one, inquiry.work);
    auto scope = Scope::make(inquiry.profile, part);
    if (!scope) return tl::unexpected(scope.error());
    Inquiry of({inquiry.source.profile, inquiry.source.answers, part}, std::move(*scope), one, inquiry.work);
    of.answer.answered = true;
    if (auto done = answer_one(of); !done) return tl::unexpected(done.error());
    for (std::string& step : of.answer.plan) inquiry.answer.plan.push_back(std::move(step));
    for (std::string& note : of.answer.notes) inquiry.answer.notes.push_back(std::move(note));
    if (!of.answer.answered || of.answer.facts.empty())
      return inquiry.cannot(of.answer.reason, of.answer.capture);
    facts.push_back(of.answer.facts[0]);
  }
  const Value difference = difference_of(facts[0].value, facts[1].value);
  const auto told = [&](size_t at) {
    return fmt::format("{} {}", readable(facts[at].value, facts[at].unit),
                       inquiry.query.minus_gpu ? fmt::format("on GPU {}", both[at].gpus[0])
                                               : fmt::format("of process {}", *both[at].process));
  };
  inquiry.answer.text = fmt::format("The {} is {}: {}, and {}.", understood(inquiry.query),
                                    readable(difference, facts[0].unit), told(0), told(1));
  inquiry.fact("difference", difference, facts[0].unit);
  for (AskFact& fact : facts) inquiry.answer.facts.push_back(std::move(fact));
  return {};
}

Result<void> answer_query_of(Inquiry& inquiry) {
  const bool difference = inquiry.query.minus_gpu || inquiry.query.minus_process;
  return difference ? answer_difference(inquiry) : answer_one(inquiry);
}

// Also where what begins in a window is asked for, which no scope is.
bool lies_outside(const Profile& profile, const AskQuery& query) {
  if (query.window == TimeBounds{}) return false;
  const Interval whole = Scope::whole(profile).window();
  return query.window.to.value_or(whole.end) <= whole.start ||
         query.window.from.value_or(whole.start) >= whole.end;
}

Result<AskAnswer> answer_request(const ProfilePtr& kept, AnswerCache& answers, const AskRequest& request,
                                 const Work& work) {
  const Profile& profile = *kept;
  const auto read = read_with(profile, request, work);
  if (!read) return tl::unexpected(read.error());
  if (!read->problem.empty()) return abstained(read->problem);
  AskQuery bounded = read->query;
  AskAnswer of_bounds;
  if (auto known = find_bounds(bounded, of_bounds,
                               [&](const std::string& words) { return ask(kept, answers, {words}, work); });
      !known || !*known) {
    if (!known) return tl::unexpected(known.error());
    of_bounds.understood = understood(read->query);
    return of_bounds;
  }
  const ScopeRequest part = request_of(profile, bounded, work);
  auto scope = Scope::make(profile, part);
  // A bound of the capture's own would lie behind it.
  const bool outside = lies_outside(profile, bounded);
  if (!scope || outside) {
    AskAnswer none = abstained(outside ? "Nothing was recorded in that time: the capture goes from " +
                                             readable_clock(Scope::whole(profile).window().start) + " to " +
                                             readable_clock(Scope::whole(profile).window().end) + "."
                                       : scope.error().message + " " + scope.error().hint);
    none.understood = understood(read->query);
    return none;
  }
  Inquiry inquiry({kept, answers, part, request.project}, std::move(*scope), bounded, work);
  inquiry.answer.answered = true;
  inquiry.answer.notes = read->notes;
  inquiry.answer.plan = of_bounds.plan;
  if (auto done = answer_query_of(inquiry); !done) {
    if (done.error().code == ErrorCode::cancelled || done.error().code == ErrorCode::internal_error)
      return tl::unexpected(done.error());
    (void)inquiry.cannot(done.error().message + " " + done.error().hint);
  }
  // What cannot be answered anyway says better why.
  if (inquiry.answer.answered && !read->doubt.empty()) return abstained(read->doubt);
  std::vector<std::string>& notes = inquiry.answer.notes;
  std::vector<std::string> of_scope;
  note_scope(profile, inquiry.scope, of_scope);
  // A skill that was asked has said it of the same scope.
  for (std::string& note : of_scope)
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(std::move(note));
  inquiry.answer.understood = understood(read->query);
  return std::move(inquiry.answer);
}

// What was not read of the profile is said; where it is all that the answer is of, there is none.
void settle_with(const Shortfalls& told, const Profile& profile, AskAnswer& answer) {
  Answer frame = framed(profile, Scope::whole(profile), "ask");
  settle(told, frame);
  if (answer.answered && frame.outcome == Outcome::cannot_answer) {
    answer.answered = false;
    answer.facts.clear();
    answer.reason = frame.reason;
    answer.capture = frame.needs;
  }
  for (std::string& note : frame.notes) answer.notes.push_back(std::move(note));
}

}  // namespace

Result<AskAnswer> ask(const ProfilePtr& profile, AnswerCache& answers, const AskRequest& request,
                      const Work& work) {
  const Shortfalls told;
  auto answer = interruptible(work, [&] { return answer_request(profile, answers, request, work); });
  if (!answer && answer.error().code == ErrorCode::left_out)
    answer = abstained(answer.error().message, {answer.error().hint});
  if (answer) settle_with(told, *profile, *answer);
  return answer;
}

}  // namespace nsys_ai::inline agent
