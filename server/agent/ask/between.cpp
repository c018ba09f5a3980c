// `how long between A and B`: each of the two is a question of its own, for the start or the end of one
// event.
#include "agent/ask/between.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/figures.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

enum class Edge : uint8_t { none, start, end };

std::string said(const std::vector<WordToken>& tokens, size_t begin, size_t end) {
  std::string text;
  for (size_t i = begin; i < end; ++i) {
    const char mark = tokens[i].raw.find('"') == std::string::npos ? '"' : '`';
    const std::string word = tokens[i].quoted ? mark + tokens[i].raw + mark : tokens[i].raw;
    text += (text.empty() ? "" : " ") + word;
  }
  return text;
}

bool is_one_of(const WordToken& token, std::initializer_list<std::string_view> words) {
  return !token.quoted && std::find(words.begin(), words.end(), token.word) != words.end();
}

// Whether the words ask for a time and for nothing else; what part of the capture they name goes to `part`.
bool asks_for_time(const std::string& words, AskQuery& part) {
  const ReadWords reading = read_question(words);
  part = reading.numbers;
  const bool of_part_alone = reading.problem.empty() && reading.unknown.empty() && !reading.relative &&
                             part.window == TimeBounds{} && part.bounds.empty() && !reading.ranked;
  return of_part_alone && std::all_of(reading.clues.begin(), reading.clues.end(), [](const Clue& c) {
           const bool long_asked =
               c.role == Role::question &&
               (static_cast<Lead>(c.value) == Lead::how_long || static_cast<Lead>(c.value) == Lead::how_much);
           const bool time = c.role == Role::measure && static_cast<Measure>(c.value) == Measure::time;
           return c.role == Role::filler || long_asked || time;
         });
}

// One end: its words, and the query for when that is.
struct TimeEnd {
  AskQuery query;
  Edge edge = Edge::none;
  bool known = false;
};

bool is_single_event(const AskQuery& q) {
  return q.intent == Intent::measure && q.pick != Pick::none && q.group == Dimension::none && q.top == 0 &&
         q.subject != Subject::none && q.subject < Subject::iteration && !q.whether &&
         q.measure != Measure::count && q.wanted != Wanted::share;
}

Result<TimeEnd> time_end(const Profile& profile, const std::vector<WordToken>& tokens, size_t begin,
                         size_t end, const Work& work) {
  TimeEnd of;
  std::string words = said(tokens, begin, end);
  // `X start`, `the first kernel ends`.
  const bool behind =
      end > begin + 1 && is_one_of(tokens[end - 1], {"start", "starts", "begin", "begins", "end", "ends",
                                                     "begun", "started", "ended"});
  if (behind)
    words = fmt::format("{} of {}", is_one_of(tokens[end - 1], {"end", "ends", "ended"}) ? "end" : "start",
                        said(tokens, begin, end - 1));
  auto read = read_query(profile, words, work);
  if (!read) return tl::unexpected(read.error());
  if (!read->problem.empty() || !read->notes.empty() || !is_single_event(read->query)) return of;
  of.query = std::move(read->query);
  if (of.query.measure == Measure::end)
    of.edge = Edge::end;
  else if (of.query.wanted == Wanted::start || of.query.measure == Measure::start)
    of.edge = Edge::start;
  of.known = true;
  return of;
}

void ask_for(AskQuery& query, Edge edge) {
  query.measure = edge == Edge::end ? Measure::end : Measure::time;
  query.wanted = edge == Edge::end ? Wanted::value : Wanted::start;
  if (query.pick == Pick::first || query.pick == Pick::last) return;
  if (query.order == Measure::none || query.order == Measure::end) query.order = Measure::time;
}

// The part of the capture that is said of one end, or before both, is meant of both.
void share_part(const AskQuery& from, AskQuery& to) {
  if (to.gpus.empty()) to.gpus = from.gpus;
  if (!to.process) to.process = from.process;
  const bool gpu_event = to.subject == Subject::kernel || to.subject == Subject::copy ||
                         to.subject == Subject::memset || to.subject == Subject::operation;
  if (!to.stream && gpu_event) to.stream = from.stream;
}

}  // namespace

Result<std::optional<ReadQuery>> read_between(const Profile& profile, std::string_view question,
                                              const Work& work) {
  const std::vector<WordToken> tokens = tokens_of(question);
  const auto lead = std::find_if(tokens.begin(), tokens.end(), [](const WordToken& t) {
    return is_one_of(t, {"between", "from"});
  });
  if (lead == tokens.end()) return std::nullopt;
  const auto begin = static_cast<size_t>(lead - tokens.begin());
  const bool between = lead->word == "between";
  AskQuery part;
  if (!asks_for_time(said(tokens, 0, begin), part)) return std::nullopt;
  for (size_t at = begin + 2; at + 1 < tokens.size(); ++at) {
    const bool middle =
        between ? is_one_of(tokens[at], {"and"}) : is_one_of(tokens[at], {"to", "until", "till"});
    if (!middle) continue;
    auto from = time_end(profile, tokens, begin + 1, at, work);
    if (!from) return tl::unexpected(from.error());
    if (!from->known) continue;
    auto to = time_end(profile, tokens, at + 1, tokens.size(), work);
    if (!to) return tl::unexpected(to.error());
    if (!to->known) continue;
    ReadQuery read;
    if (from->edge == Edge::none && to->edge == Edge::none && between) {
      from->edge = Edge::end;  // the time that lies between them
      to->edge = Edge::start;
    }
    if (from->edge == Edge::none || to->edge == Edge::none)
      read.problem = "From the start or the end of which to the start or the end of which? Say both.";
    for (TimeEnd* of : {&*from, &*to}) {
      ask_for(of->query, of->edge);
      share_part(part, of->query);
    }
    share_part(from->query, to->query);
    share_part(to->query, from->query);
    read.query.intent = Intent::between;
    read.query.from = understood(from->query);
    read.query.to = understood(to->query);
    return read;
  }
  return std::nullopt;
}

Result<void> answer_between(Inquiry& inquiry, const AskWords& ask_words) {
  const AskQuery& q = inquiry.query;
  std::vector<AskFact> ends;
  for (const std::string& words : {q.from, q.to}) {
    auto end = ask_words(words);
    if (!end) return tl::unexpected(end.error());
    for (std::string& step : end->plan) inquiry.answer.plan.push_back(std::move(step));
    for (std::string& note : end->notes) inquiry.answer.notes.push_back(std::move(note));
    if (!end->answered || end->facts.empty()) return inquiry.cannot(end->reason, end->capture);
    AskFact fact = end->facts[0];
    fact.name = words;
    ends.push_back(std::move(fact));
  }
  const int64_t from = integer(ends[0].value), to = integer(ends[1].value);
  if (to < from)
    return inquiry.cannot(fmt::format("The {} is at {}, and the {} at {}, which is before it.", q.from,
                                      readable_clock(from), q.to, readable_clock(to)));
  inquiry.answer.text = fmt::format("The {} is {}: it goes from {} to {}.", understood(q),
                                    readable_ns(to - from), readable_clock(from), readable_clock(to));
  inquiry.fact("time between", to - from, Unit::ns);
  for (AskFact& fact : ends) inquiry.answer.facts.push_back(std::move(fact));
  return {};
}

}  // namespace nsys_ai::inline agent
