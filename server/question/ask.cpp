// From words to a query or a topic, and to an answer; and suggestions when neither is certain.
#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "question/answering.h"
#include "question/grammar.h"
#include "question/topics.h"
#include "skills/findings.h"

namespace nsys_ai {
namespace {

// The fraction of the question's content that a topic must share to be the meaning, and to be near it.
constexpr double kSure = 0.7;
constexpr double kNear = 0.3;
// The margin by which it must beat the next one.
constexpr double kApart = 0.05;

// A SELECT to start from, for questions that the grammar cannot express.
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
  for (size_t i = 0; i < words.size() && i < 4; ++i)
    text += fmt::format("{}`{}`", i == 0 ? "" : ", ", shortened(one_line(words[i]), 60));
  return text;
}

// Answers one question in words.
class AskedText {
 public:
  AskedText(const ProfilePtr& profile, AnswerCache& answers, const AskRequest& request, const Work& work)
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

  Result<AskAnswer> of_query(const AskQuery& query) {
    return answer_query(profile_, answers_, query, request_.project, work_);
  }

  // The topic, in the part of the run that the question names.
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
    return !found_.empty() && found_[0].share >= kSure &&
           (found_.size() < 2 || found_[0].share - found_[1].share >= kApart || found_[0].share >= 0.9);
  }

  Result<AskAnswer> choose() {
    const bool exact = !found_.empty() && found_[0].share >= 1;
    const bool may_be_topic =
        !reading_.names_aside && (reading_.is_for_topics || (!reading_.is_whole() && !reading_.asks_figure));
    if (exact || (is_sure() && !names_something() && may_be_topic))
      return of_query(topic_query(*found_[0].topic));
    if (reading_.is_whole() && !reading_.is_for_topics) return of_query(*reading_.query);
    const bool near = !found_.empty() && found_[0].share >= kNear;
    if ((reading_.is_for_topics || is_sure()) && near && !names_something()) return near_topic();
    if (can_ask_query()) return near_query();
    if (near) return near_topic();
    return nothing();
  }

  std::string lead() const {
    return reading_.unknown.empty() ? "What is nearest to the question: "
                                    : fmt::format("I do not know what {} asks here. What is nearest: ",
                                                  listed_words(reading_.unknown));
  }

  bool can_ask_query() const {
    return reading_.query && reason_unanswerable(*reading_.query).empty() && reading_.problem.empty();
  }

  // Evidence from the nearest queries, each with the sentence that it answers; nullopt if all of them lack
  // data.
  Result<AskAnswer> near(const std::vector<AskQuery>& queries) {
    std::optional<AskAnswer> all;
    for (const AskQuery& query : queries) {
      auto one = of_query(query);
      if (!one) return one;
      const bool lacks = one->outcome == AskOutcome::refused;
      if (lacks && (&query != &queries.back() || all)) continue;
      if (lacks) {
        one->reason = lead() + one->reason;
        return one;
      }
      const std::string said = fmt::format("{}? {}", one->understood, one->text);
      if (!all) {
        one->text = lead() + said;
        one->outcome = AskOutcome::closest;
        all = std::move(*one);
        continue;
      }
      all->text += " Also near: " + said;
      for (AskFact& fact : one->facts) all->facts.push_back(std::move(fact));
      for (std::string& note : one->notes)
        if (std::ranges::find(all->notes, note) == all->notes.end()) all->notes.push_back(std::move(note));
      for (std::string& step : one->plan) all->plan.push_back(std::move(step));
      if (all->table.rows.empty()) all->table = std::move(one->table);
    }
    return std::move(*all);
  }

  // The topics that are about as near as the nearest one.
  std::vector<AskQuery> near_topics() const {
    constexpr double kAsNear = 0.75;
    std::vector<AskQuery> queries;
    for (const FoundTopic& each : found_)
      if (each.share >= kNear && each.share >= kAsNear * found_[0].share && queries.size() < 2)
        queries.push_back(topic_query(*each.topic));
    return queries;
  }
  Result<AskAnswer> near_query() {
    std::vector<AskQuery> queries = near_topics();
    queries.insert(queries.begin(), *reading_.query);
    return near(queries);
  }
  Result<AskAnswer> near_topic() {
    std::vector<AskQuery> queries = near_topics();
    if (can_ask_query()) queries.push_back(*reading_.query);
    return near(queries);
  }

  Result<AskAnswer> nothing() {
    AskAnswer answer;
    if (!reading_.unknown.empty())
      answer =
          refused(fmt::format("I do not know what {} asks of this run.", listed_words(reading_.unknown)));
    else if (!reading_.problem.empty())
      answer = refused(reading_.problem);
    else
      answer = refused("I do not see what is asked, or of what.");
    if (!reading_.problem.empty()) {
      answer.query = reading_.query;
      if (reading_.query) answer.understood = sentence_of(*reading_.query);
    }
    answer.sql = nearest_select(reading_.query);
    // The run's findings, if they are known already.
    if (const Findings* findings = ready_findings(*profile_);
        findings != nullptr && !findings->findings.empty())
      answer.notes.push_back("Of this run: " + findings->findings[0].title);
    return answer;
  }

  // `and on GPU 1?`: the previous question for another part of the run.
  Result<AskAnswer> refer_back() {
    auto before = read_question(*profile_, request_.after, work_);
    if (!before) return tl::unexpected(before.error());
    if (!before->query)
      return refused("I could not read the question before, to which this one refers back.");
    AskQuery query = *before->query;
    const AskQuery& part = reading_.said;
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
      const bool known = std::ranges::find(answer.instead, sentence) != answer.instead.end() ||
                         sentence == answer.understood;
      if (!sentence.empty() && !known && answer.instead.size() < 3)
        answer.instead.push_back(std::move(sentence));
    };
    for (const FoundTopic& each : found_)
      if (each.share >= kNear) add(sentence_of_topic(each.topic->key));
    if (reading_.query && reason_unanswerable(*reading_.query).empty()) add(sentence_of(*reading_.query));
    if (reading_.query && reading_.query->thing) {
      AskQuery simple;
      simple.thing = reading_.query->thing;
      if (reason_unanswerable(simple).empty()) add(sentence_of(simple));
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

}  // namespace

Result<AskAnswer> ask(const ProfilePtr& profile, AnswerCache& answers, const AskRequest& request,
                      const Work& work) {
  return answer_with_loss_notes(*profile, work,
                                [&] { return AskedText(profile, answers, request, work).answer(); });
}

}  // namespace nsys_ai
