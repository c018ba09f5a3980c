// `how long between A and B`: each of the two is a question of its own, for the start or the end of one
// event.
#include "agent/ask/between.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/figures.h"
#include "agent/ask/time_end.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
namespace {

// Whether the words ask for a time, or for a gap, and for nothing else; what part of the capture they name
// goes to `part`.
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
           const bool gap = c.role == Role::subject && static_cast<Subject>(c.value) == Subject::gap;
           const bool span = c.role == Role::measure && static_cast<Measure>(c.value) == Measure::span;
           return c.role == Role::filler || long_asked || time || gap || span;
         });
}

// `how long before the first kernel`, and not `what ran before it`.
bool says_time(const std::string& words) {
  const ReadWords reading = read_question(words);
  return std::any_of(reading.clues.begin(), reading.clues.end(),
                     [](const Clue& c) { return c.role != Role::filler; });
}

// `gap before the last kernel` is the one that ends there.
bool says_gap(const std::string& words) {
  const ReadWords reading = read_question(words);
  return std::any_of(reading.clues.begin(), reading.clues.end(), [](const Clue& c) {
    return c.role == Role::subject && static_cast<Subject>(c.value) == Subject::gap;
  });
}

// The part of the capture that is said of one end, or before both, is meant of both.
void share_part(const AskQuery& from, AskQuery& to) {
  if (to.subject == Subject::capture) return;
  if (to.gpus.empty()) to.gpus = from.gpus;
  if (!to.process) to.process = from.process;
  const bool gpu_event = to.subject == Subject::kernel || to.subject == Subject::copy ||
                         to.subject == Subject::memset || to.subject == Subject::operation;
  if (!to.stream && gpu_event) to.stream = from.stream;
}

// The two ends, the second of which may say for both what they are: `the first and the last kernel`.
struct TwoEnds {
  TimeEnd from, to;
  bool known() const { return from.known && to.known; }
};

Result<TwoEnds> two_ends(const Profile& profile, const std::vector<WordToken>& from,
                         const std::vector<WordToken>& to, const Work& work) {
  TwoEnds ends;
  auto last = time_end(profile, to, work);
  if (!last) return tl::unexpected(last.error());
  ends.to = std::move(*last);
  if (!ends.to.known) return ends;
  constexpr size_t kRankWords = 3;  // `the second longest`
  for (size_t skipped = 0; skipped <= kRankWords && skipped < to.size(); ++skipped) {
    std::vector<WordToken> words = from;
    if (skipped > 0) words.insert(words.end(), to.begin() + static_cast<std::ptrdiff_t>(skipped), to.end());
    auto first = time_end(profile, words, work);
    if (!first) return tl::unexpected(first.error());
    ends.from = std::move(*first);
    if (ends.from.known) break;
  }
  return ends;
}

enum class BetweenLead : uint8_t { between, from };

// Where no edge is said: the time that lies between them, and of the first and the last of one kind the time
// in which all of them lie.
void settle_edges(TwoEnds& ends, const std::string& head, BetweenLead lead) {
  if (ends.from.edge != Edge::none || ends.to.edge != Edge::none) {
    // `from the start of the capture to the first kernel`: until it begins.
    if (ends.to.edge == Edge::none && ends.from.query.subject == Subject::capture) ends.to.edge = Edge::start;
    if (ends.from.edge == Edge::none && ends.to.query.subject == Subject::capture) ends.from.edge = Edge::end;
    return;
  }
  const bool all = ends.from.query.pick == Pick::first && ends.to.query.pick == Pick::last &&
                   ends.from.query.rank == 1 && ends.to.query.rank == 1 &&
                   ends.from.query.subject == ends.to.query.subject &&
                   ends.from.query.name == ends.to.query.name &&
                   ends.from.query.family == ends.to.query.family && !says_gap(head);
  if (!all && lead == BetweenLead::from) return;
  ends.from.edge = all ? Edge::start : Edge::end;
  ends.to.edge = all ? Edge::end : Edge::start;
}

ReadQuery time_between(TwoEnds ends, const AskQuery& part) {
  ReadQuery read;
  if (ends.from.edge == Edge::none || ends.to.edge == Edge::none)
    read.problem = "From the start or the end of which to the start or the end of which? Say both.";
  for (TimeEnd* of : {&ends.from, &ends.to}) {
    ask_for(of->query, of->edge);
    share_part(part, of->query);
  }
  share_part(ends.from.query, ends.to.query);
  share_part(ends.to.query, ends.from.query);
  read.query.intent = Intent::between;
  read.query.from = understood(ends.from.query);
  read.query.to = understood(ends.to.query);
  if (read.query.from == read.query.to)
    read.problem = "I do not see two points: say from the start or the end of which to that of which.";
  return read;
}

// `between the last two kernels`.
Result<std::optional<ReadQuery>> read_two_beside(const Profile& profile, std::vector<WordToken> tail,
                                                 const AskQuery& part, const Work& work) {
  const size_t at = says_at(tail, 0, {"the"}) ? 1 : 0;
  const bool last = says_at(tail, at, {"last", "final"});
  if ((!last && !says_at(tail, at, {"first"})) || !says_at(tail, at + 1, {"two"})) return std::nullopt;
  tail.erase(tail.begin(), tail.begin() + static_cast<std::ptrdiff_t>(at) + 2);
  if (tail.empty()) return std::nullopt;
  auto ends = two_ends(profile, tokens_before(tail, last ? "second last" : "first"),
                       tokens_before(tail, last ? "last" : "second"), work);
  if (!ends) return tl::unexpected(ends.error());
  if (!ends->known()) return std::nullopt;
  settle_edges(*ends, "gap", BetweenLead::between);
  return time_between(std::move(*ends), part);
}

// `between the two kernels`, where there are two.
Result<std::optional<ReadQuery>> read_pair(const Profile& profile, std::vector<WordToken> tail,
                                           const AskQuery& part, const Work& work) {
  auto beside = read_two_beside(profile, tail, part, work);
  if (!beside || *beside) return beside;
  bool both = false;
  while (!tail.empty() && is_one_of(tail[0], {"the", "two", "both", "these", "only"})) {
    tail.erase(tail.begin());
    both = true;
  }
  if (!both || tail.empty()) return std::nullopt;
  auto ends = two_ends(profile, tokens_before(tail, "first"), tokens_before(tail, "second"), work);
  if (!ends) return tl::unexpected(ends.error());
  auto count = read_plain_query(profile, "number of " + written(tail), work);
  if (!count) return tl::unexpected(count.error());
  if (!ends->known() || !count->problem.empty()) return std::nullopt;
  settle_edges(*ends, "gap", BetweenLead::between);
  ReadQuery read = time_between(std::move(*ends), part);
  share_part(part, count->query);
  read.query.pair = understood(count->query);
  return read;
}

// `how long before the first kernel`, `time to the first kernel`: from the start of the capture.
Result<std::optional<ReadQuery>> read_from_capture(const Profile& profile,
                                                   const std::vector<WordToken>& tokens, const Work& work) {
  for (size_t at = 1; at + 1 < tokens.size(); ++at) {
    const bool until = is_one_of(tokens[at], {"before", "until", "till", "to"});
    AskQuery part;
    const std::string head = written(token_slice(tokens, 0, at));
    if ((!until && !is_one_of(tokens[at], {"after"})) || says_gap(head) || !says_time(head) ||
        !asks_for_time(head, part))
      continue;
    // `how long after A does B start`: from the one to the other.
    const auto verb =
        std::find_if(tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens.end(), [](const WordToken& t) {
          return is_one_of(t, {"does", "do", "did", "is", "was", "will"});
        });
    if (verb != tokens.end()) {
      const auto middle = static_cast<size_t>(verb - tokens.begin());
      const std::vector<WordToken> named = token_slice(tokens, at + 1, middle);
      const std::vector<WordToken> other = token_slice(tokens, middle + 1, tokens.size());
      auto ends = two_ends(profile, until ? other : named, until ? named : other, work);
      if (!ends) return tl::unexpected(ends.error());
      if (ends->known()) return time_between(std::move(*ends), part);
      continue;
    }
    auto end = time_end(profile, token_slice(tokens, at + 1, tokens.size()), work);
    if (!end) return tl::unexpected(end.error());
    if (!end->known || end->query.subject == Subject::capture) continue;
    if (end->edge == Edge::none) end->edge = until ? Edge::start : Edge::end;
    TimeEnd capture;
    capture.query.subject = Subject::capture;
    capture.edge = until ? Edge::start : Edge::end;
    capture.known = true;
    return time_between(until ? TwoEnds{capture, *end} : TwoEnds{*end, capture}, part);
  }
  return std::nullopt;
}

// `the next kernel` after an event is the first one that begins behind it.
bool names_the_first(std::vector<WordToken>& tokens) {
  constexpr size_t kLead = 5;  // `the start of the next`
  for (size_t at = 0; at < std::min(tokens.size(), kLead); ++at)
    if (says_at(tokens, at, {"next", "following"})) {
      tokens[at].word = tokens[at].raw = "first";
      return true;
    }
  return false;
}

bool is_start_of_first(const AskQuery& query) {
  return query.pick == Pick::first && query.rank == 1 && query.measure != Measure::end &&
         query.subject != Subject::capture;
}

}  // namespace

Result<std::optional<ReadQuery>> read_between(const Profile& profile, std::string_view question,
                                              const Work& work) {
  const std::vector<WordToken> tokens = tokens_of(question);
  const auto lead = std::find_if(tokens.begin(), tokens.end(), [](const WordToken& t) {
    return is_one_of(t, {"between", "from"});
  });
  if (lead == tokens.end()) return read_from_capture(profile, tokens, work);
  const auto begin = static_cast<size_t>(lead - tokens.begin());
  const bool between = lead->word == "between";
  const std::string head = written(token_slice(tokens, 0, begin));
  AskQuery part;
  if (!asks_for_time(head, part)) return std::nullopt;
  for (size_t at = begin + 2; at + 1 < tokens.size(); ++at) {
    const bool middle =
        between ? is_one_of(tokens[at], {"and"}) : is_one_of(tokens[at], {"to", "until", "till"});
    if (!middle) continue;
    std::vector<WordToken> second = token_slice(tokens, at + 1, tokens.size());
    const bool next = names_the_first(second);
    auto ends = two_ends(profile, token_slice(tokens, begin + 1, at), second, work);
    if (!ends) return tl::unexpected(ends.error());
    if (!ends->known()) continue;
    // From the end of one to the start of another has one order; `between two starts` has none.
    const bool alike = between && ends->from.edge == ends->to.edge && ends->from.edge != Edge::none;
    settle_edges(*ends, head, between ? BetweenLead::between : BetweenLead::from);
    const AskQuery second_of = ends->to.query;
    ReadQuery read = time_between(std::move(*ends), part);
    read.query.either_order = alike;
    read.query.next = next;
    if (next && (alike || !is_start_of_first(second_of)))
      read.problem = "The next of which, after the start or the end of which?";
    return read;
  }
  if (between) return read_pair(profile, token_slice(tokens, begin + 1, tokens.size()), part, work);
  return std::nullopt;
}

Result<void> answer_between(Inquiry& inquiry, const AskWords& ask_words) {
  const AskQuery& q = inquiry.query;
  if (!q.pair.empty()) {
    auto count = ask_words(q.pair);
    if (!count) return tl::unexpected(count.error());
    if (!count->answered || count->facts.empty()) return inquiry.cannot(count->reason, count->capture);
    if (integer(count->facts[0].value) != 2)
      return inquiry.cannot(fmt::format("The {} is {}, and not two: say between which of them.", q.pair,
                                        integer(count->facts[0].value)));
  }
  std::vector<AskFact> ends;
  for (const std::string& words : {q.from, q.to}) {
    const bool is_next = q.next && !ends.empty();
    auto end = ask_words(
        is_next ? fmt::format("{} starting after {} s", words, clock_seconds(integer(ends[0].value)))
                : words);
    if (!end) return tl::unexpected(end.error());
    for (std::string& step : end->plan) inquiry.answer.plan.push_back(std::move(step));
    for (std::string& note : end->notes) inquiry.answer.notes.push_back(std::move(note));
    if (!end->answered || end->facts.empty()) return inquiry.cannot(end->reason, end->capture);
    AskFact fact = end->facts[0];
    fact.name = words;
    ends.push_back(std::move(fact));
  }
  int64_t from = integer(ends[0].value), to = integer(ends[1].value);
  if (q.either_order && to < from) {
    std::swap(from, to);
    std::swap(ends[0], ends[1]);
    inquiry.answer.notes.push_back(fmt::format("the {} comes first", q.to));
  }
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
