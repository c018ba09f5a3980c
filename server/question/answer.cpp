// Words to a query or a topic, that to an answer; and what is said where neither is sure.
#include "question/answer.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/shortfall.h"
#include "base/text_table.h"
#include "base/work_scope.h"
#include "question/grammar.h"
#include "question/inquiry.h"
#include "question/sources.h"
#include "question/topics.h"
#include "skill/answer_frame.h"
#include "skills/findings.h"

namespace nsys_ai::inline question {
namespace {

// How much of what is said a topic has to say as well, to be what is meant, and to be near it.
constexpr double kSure = 0.7;
constexpr double kNear = 0.3;
// By how much it has to be nearer than the next one.
constexpr double kApart = 0.05;

// All events that were recorded. Calls of the operating system and samples may begin before all else, and end behind.
Result<Interval> extent_of(const ProfilePtr& profile, AnswerCache& answers, const AskQuery& q, const Work& work) {
  const Interval whole = Scope::whole(*profile).window();
  const std::string_view table = q.thing == Thing::os_call    ? "os_call"
                                 : q.thing == Thing::mpi_call ? "mpi_call"
                                 : q.thing == Thing::sample   ? "cpu_sample"
                                                              : "";
  if (table.empty()) return whole;
  const auto found = answers.ask(
      profile,
      SqlQuestion{fmt::format("SELECT min(start), max({}) FROM {}", q.thing == Thing::sample ? "start" : "end", table)}, work);
  if (!found) return tl::unexpected(found.error());
  const auto& row = (*found)->table.rows.at(0);
  return is_null(row[0]) ? whole : Interval{std::min(whole.start, integer(row[0])), std::max(whole.end, integer(row[1]))};
}

ScopeRequest request_of(const Profile& profile, const AskQuery& q, const Interval& whole, const Work& work) {
  ScopeRequest request;
  if (q.gpus) request.gpus = *q.gpus;
  if (!is_of_other_process(profile, q, work)) request.process = q.process;
  if (q.thing != Thing::iteration) request.iteration = q.iteration;
  if (q.from_ns || q.to_ns) request.window = Interval{q.from_ns.value_or(whole.start), q.to_ns.value_or(whole.end)};
  return request;
}

bool lies_outside(const Interval& whole, const AskQuery& q) {
  if (!q.from_ns && !q.to_ns) return false;
  return q.to_ns.value_or(whole.end) <= whole.start || q.from_ns.value_or(whole.start) >= whole.end;
}

Result<void> answer_one(Inquiry& inquiry) {
  const AskQuery& q = inquiry.query;
  if (q.want == Want::topic) return answer_topic(inquiry);
  const Measure measure = measured_of(q);
  if (q.thing == Thing::gpu && is_of_gpus(measure)) return answer_gpus(inquiry);
  if (q.thing == Thing::gpu && is_of_hardware(measure)) return answer_hardware(inquiry);
  if (is_of_machine(measure)) return answer_machine(inquiry);
  if (q.thing == Thing::run) return answer_run(inquiry);
  if (*q.thing >= Thing::gpu && *q.thing <= Thing::thread) return answer_places(inquiry);
  return answer_events(inquiry);
}

AskAnswer refused(std::string reason) {
  AskAnswer answer;
  answer.outcome = AskOutcome::refused;
  answer.reason = std::move(reason);
  return answer;
}

// What was not read of the profile is said; where it is all that the answer is of, there is none.
void settle_with(const Shortfalls& told, const Profile& profile, AskAnswer& answer) {
  Answer frame = framed(profile, Scope::whole(profile), "ask");
  settle(told, frame);
  if (answer.outcome != AskOutcome::refused && frame.outcome == Outcome::cannot_answer) {
    answer.outcome = AskOutcome::refused;
    answer.facts.clear();
    answer.reason = frame.reason;
    answer.capture = frame.needs;
  }
  for (std::string& note : frame.notes) answer.notes.push_back(std::move(note));
}

Result<AskAnswer> answer_query(const ProfilePtr& kept, AnswerCache& answers, const AskQuery& given, const ProjectFacts* project,
                               const Work& work) {
  const AskQuery query = settled(given);
  const Profile& profile = *kept;
  AskAnswer none = refused(why_not(query));
  none.query = query;
  none.understood = sentence_of(query);
  if (!none.reason.empty()) return none;
  const auto whole = extent_of(kept, answers, query, work);
  if (!whole) return tl::unexpected(whole.error());
  const ScopeRequest part = request_of(profile, query, *whole, work);
  auto scope = Scope::make(profile, part);
  // A bound of the capture's own would lie behind it.
  if (lies_outside(*whole, query)) {
    none.reason = fmt::format("Nothing was recorded in that time: the capture goes from {} to {}.", readable_clock(whole->start),
                              readable_clock(whole->end));
    return none;
  }
  if (!scope) {
    none.reason = scope.error().message + " " + scope.error().hint;
    return none;
  }
  Inquiry inquiry({kept, answers, part, project}, std::move(*scope), query, work);
  if (auto done = answer_one(inquiry); !done) {
    if (done.error().code == ErrorCode::cancelled || done.error().code == ErrorCode::internal_error)
      return tl::unexpected(done.error());
    (void)inquiry.cannot(done.error().message + " " + done.error().hint);
  }
  std::vector<std::string> of_scope;
  note_scope(profile, inquiry.scope, of_scope);
  for (std::string& note : of_scope)
    if (std::ranges::find(inquiry.answer.notes, note) == inquiry.answer.notes.end()) inquiry.answer.notes.push_back(std::move(note));
  inquiry.answer.query = query;
  inquiry.answer.understood = none.understood;
  return std::move(inquiry.answer);
}

// Where to begin with SQL, for what the grammar cannot say.
std::string nearest_select(const std::optional<AskQuery>& query) {
  if (!query || !query->thing) return "";
  switch (*query->thing) {
    case Thing::call:
      return "SELECT name, count(*), sum(duration) FROM runtime_call GROUP BY name ORDER BY 3 DESC";
    case Thing::range:
    case Thing::mark:
      return "SELECT text, start, duration FROM nvtx ORDER BY start";
    case Thing::gap:
      return "SELECT device, start, duration, cause FROM gpu_gap(0) ORDER BY duration DESC";
    case Thing::gpu:
      return "SELECT * FROM gpu_busy";
    case Thing::memcpy:
      return "SELECT kind, start, duration, bytes FROM memcpy ORDER BY start";
    case Thing::kernel:
    case Thing::memset:
    case Thing::os_call:
    case Thing::mpi_call:
    case Thing::iteration:
    case Thing::stream:
    case Thing::process:
    case Thing::thread:
      return fmt::format("SELECT * FROM {} LIMIT 20", enum_name(*query->thing));
    default:
      return "";
  }
}

std::string listed_words(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size() && i < 4; ++i) text += fmt::format("{}`{}`", i == 0 ? "" : ", ", shortened(one_line(words[i]), 60));
  return text;
}

// Answers one question in words.
class Asked {
 public:
  Asked(const ProfilePtr& profile, AnswerCache& answers, const AskRequest& request, const Work& work)
      : profile_(profile), answers_(answers), request_(request), work_(work) {}

  Result<AskAnswer> answer() {
    auto read = read_question(*profile_, request_.question, work_);
    if (!read) return tl::unexpected(read.error());
    reading_ = std::move(*read);
    if (!request_.after.empty() && reading_.adds && reading_.unknown.empty()) return refer_back();
    found_ = topics_about(request_.question, reading_.content, kMostTopics);
    auto chosen = choose();
    if (chosen) finish(*chosen);
    return chosen;
  }

 private:
  static constexpr size_t kMostTopics = 3;

  Result<AskAnswer> of_query(const AskQuery& query) { return answer_query(profile_, answers_, query, request_.project, work_); }

  // In the part of the run that is named.
  AskQuery topic_query(const Topic& topic) const {
    AskQuery query = reading_.part;
    query.want = Want::topic;
    query.topic = topic.key;
    return query;
  }

  bool names_something() const {
    const auto& q = reading_.query;
    return q && (q->name || q->inside || q->launched_by || q->bounds || (q->family && q->name));
  }
  bool is_sure() const {
    return !found_.empty() && found_[0].share >= kSure && (found_.size() < 2 || found_[0].share - found_[1].share >= kApart || found_[0].share >= 0.9);
  }

  Result<AskAnswer> choose() {
    const bool exact = !found_.empty() && found_[0].share >= 1;
    const bool may_be_topic = reading_.is_for_topics || (!reading_.is_whole() && !reading_.asks_figure);
    if (exact || (is_sure() && !names_something() && may_be_topic)) return of_query(topic_query(*found_[0].topic));
    if (reading_.is_whole() && !reading_.is_for_topics) return of_query(*reading_.query);
    const bool near = !found_.empty() && found_[0].share >= kNear;
    if ((reading_.is_for_topics || is_sure()) && near && !names_something()) return near_topic();
    if (reading_.query && why_not(*reading_.query).empty() && reading_.problem.empty()) return near_query();
    if (near) return near_topic();
    return nothing();
  }

  std::string lead() const {
    return reading_.unknown.empty() ? "What is nearest to the question: "
                                    : fmt::format("I do not know what {} asks here. What is nearest: ", listed_words(reading_.unknown));
  }

  // The evidence of what is nearest, and as what it was taken.
  Result<AskAnswer> near(const AskQuery& query) {
    auto answer = of_query(query);
    if (!answer) return answer;
    if (answer->outcome == AskOutcome::refused) {
      answer->reason = lead() + answer->reason;
      return answer;
    }
    answer->outcome = AskOutcome::closest;
    answer->text = fmt::format("{}{} {}", lead(), answer->understood + (answer->understood.ends_with('?') ? "" : "?"), answer->text);
    return answer;
  }
  Result<AskAnswer> near_query() { return near(*reading_.query); }
  Result<AskAnswer> near_topic() { return near(topic_query(*found_[0].topic)); }

  Result<AskAnswer> nothing() {
    AskAnswer answer;
    if (!reading_.unknown.empty())
      answer = refused(fmt::format("I do not know what {} asks of this run.", listed_words(reading_.unknown)));
    else if (!reading_.problem.empty())
      answer = refused(reading_.problem);
    else
      answer = refused("I do not see what is asked, or of what.");
    if (!reading_.problem.empty()) {
      answer.query = reading_.query;
      if (reading_.query) answer.understood = sentence_of(*reading_.query);
    }
    answer.sql = nearest_select(reading_.query);
    // What stands out of the run, where it is known already.
    if (const Findings* findings = findings_at_hand(*profile_); findings != nullptr && !findings->findings.empty())
      answer.notes.push_back("Of this run: " + findings->findings[0].title);
    return answer;
  }

  // `and on GPU 1?`: the question before with another part of the run.
  Result<AskAnswer> refer_back() {
    auto before = read_question(*profile_, request_.after, work_);
    if (!before) return tl::unexpected(before.error());
    if (!before->query) return refused("I could not read the question before, to which this one refers back.");
    AskQuery query = *before->query;
    const AskQuery part = reading_.query.value_or(reading_.part);
    const auto put = [](auto& member, const auto& given) {
      if (given) member = given;
    };
    put(query.gpus, part.gpus);
    put(query.stream, part.stream);
    put(query.process, part.process);
    put(query.thread, part.thread);
    put(query.iteration, part.iteration);
    if (part.from_ns || part.to_ns) {
      query.from_ns = part.from_ns;
      query.to_ns = part.to_ns;
    }
    put(query.bounds, part.bounds);
    put(query.family, part.family);
    put(query.library, part.library);
    put(query.direction, part.direction);
    put(query.memory, part.memory);
    put(query.name, part.name);
    put(query.inside, part.inside);
    auto answer = of_query(query);
    if (answer) answer->notes.insert(answer->notes.end(), reading_.notes.begin(), reading_.notes.end());
    return answer;
  }

  void finish(AskAnswer& answer) const {
    for (const std::string& note : reading_.notes) answer.notes.push_back(note);
    answer.set_aside = reading_.set_aside;
    if (answer.outcome == AskOutcome::answered) return;
    const auto add = [&](std::string sentence) {
      const bool known = std::ranges::find(answer.instead, sentence) != answer.instead.end() || sentence == answer.understood;
      if (!sentence.empty() && !known && answer.instead.size() < 3) answer.instead.push_back(std::move(sentence));
    };
    for (const FoundTopic& each : found_)
      if (each.share >= kNear) add(sentence_of_topic(each.topic->key));
    if (reading_.query && why_not(*reading_.query).empty()) add(sentence_of(*reading_.query));
    if (reading_.query && reading_.query->thing) {
      AskQuery simple;
      simple.thing = reading_.query->thing;
      if (why_not(simple).empty()) add(sentence_of(simple));
    }
    for (const char* key : {"problems", "time", "help"}) add(sentence_of_topic(key));
  }

  const ProfilePtr& profile_;
  AnswerCache& answers_;
  const AskRequest& request_;
  const Work& work_;
  Reading reading_;
  std::vector<FoundTopic> found_;
};

template <class Make>
Result<AskAnswer> made(const Profile& profile, const Work& work, const Make& make) {
  const Shortfalls told;
  auto answer = interruptible(work, make);
  if (!answer && answer.error().code == ErrorCode::left_out) {
    AskAnswer none = refused(answer.error().message);
    none.capture = {answer.error().hint};
    answer = std::move(none);
  }
  if (answer) settle_with(told, profile, *answer);
  return answer;
}

}  // namespace

Result<AskAnswer> ask(const ProfilePtr& profile, AnswerCache& answers, const AskRequest& request, const Work& work) {
  return made(*profile, work, [&] { return Asked(profile, answers, request, work).answer(); });
}

Result<AskAnswer> ask_query(const ProfilePtr& profile, AnswerCache& answers, const AskQuery& query, const ProjectFacts* project,
                            const Work& work) {
  return made(*profile, work, [&] { return answer_query(profile, answers, query, project, work); });
}

}  // namespace nsys_ai::inline question
