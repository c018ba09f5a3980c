// Words that say what is done with two figures part a question into the two; a place that is said of one of
// them alone is that of both.
#include "agent/ask/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/ask/between.h"
#include "agent/ask/figures.h"
#include "agent/ask/sources.h"
#include "agent/ask/two_points.h"
#include "base/text_table.h"

namespace nsys_ai::inline agent {
AskQuery place_of(const AskQuery& q) {
  AskQuery place;
  place.gpus = q.gpus;
  place.process = q.process;
  place.stream = q.stream;
  place.thread = q.thread;
  place.window = q.window;
  place.starting = q.starting;
  return place;
}

void put_place(const AskQuery& place, AskQuery& query) {
  if (!place.gpus.empty()) query.gpus = place.gpus;
  if (place.process) query.process = place.process;
  if (place.stream) query.stream = place.stream;
  if (place.thread) query.thread = place.thread;
  if (place.window != TimeBounds{}) query.window = place.window;
  query.starting = query.starting || place.starting;
}

bool is_figure(const AskQuery& q) {
  const bool of_group = q.group == Dimension::none || q.pick != Pick::none;
  return q.intent == Intent::measure && of_group && q.top == 0 && !q.whether && !q.minus_gpu &&
         !q.minus_process && (q.wanted == Wanted::value || q.wanted == Wanted::share) &&
         !is_of_machine(q.measure) && q.measure != Measure::model;
}

namespace {

using Tokens = std::vector<WordToken>;

// The words of the two figures, and what is done with them.
struct TwoFigures {
  Intent intent;
  Tokens first, second;
  bool led = false;  // a place stands before both
};

bool is_ratio_word(const Tokens& t, size_t at) { return says_at(t, at, {"ratio", "quotient", "factor"}); }
bool is_difference_word(const Tokens& t, size_t at) { return says_at(t, at, {"difference"}); }

Tokens without(const Tokens& t, size_t begin, size_t end) {
  Tokens left = token_slice(t, 0, begin);
  left.insert(left.end(), t.begin() + static_cast<std::ptrdiff_t>(end), t.end());
  return left;
}

// `on GPU 0, `, `for device 1: ` before what is asked.
size_t leading_place(const Tokens& t) {
  if (!says_at(t, 0, {"on", "for", "of", "in"}) || !says_at(t, 1, {"gpu", "device", "process", "pid"}))
    return 0;
  return t.size() > 2 && t[2].number ? 3 : 0;
}

// `ratio of A to B`, `A to B ratio`, `ratio A vs B`; `difference between A and B`.
std::optional<TwoFigures> by_noun(const Tokens& t) {
  for (size_t at = 0; at < t.size(); ++at) {
    const bool ratio = is_ratio_word(t, at);
    if (!ratio && !is_difference_word(t, at)) continue;
    Tokens rest = without(t, at, at + 1);
    size_t begin = 0;
    // What leads to the noun is no part of the first figure.
    if (at < 5 && says_at(t, at + 1, {"of", "between", "in"})) begin = at + 1;
    const Tokens head = token_slice(rest, 0, begin > 0 ? at : 0);
    rest = token_slice(rest, begin, rest.size());
    while (says_at(rest, 0, {"the", "a", "is", "what", "what's"})) rest.erase(rest.begin());
    for (size_t middle = 1; middle + 1 < rest.size(); ++middle) {
      const bool parts = ratio ? says_at(rest, middle, {"to", "vs", "versus", "and", "over", "against"})
                               : says_at(rest, middle, {"and", "vs", "versus", "to"});
      if (!parts || (says_at(rest, middle, {"to"}) && rest[middle].joins > 0)) continue;
      TwoFigures two{ratio ? Intent::quotient : Intent::difference, token_slice(rest, 0, middle),
                     token_slice(rest, middle + 1, rest.size())};
      const size_t place = leading_place(head);
      two.led = place > 0;
      for (size_t i = 0; i < place; ++i) two.first.push_back(head[i]);
      return two;
    }
  }
  return std::nullopt;
}

// `bytes per second` at the end says in what the quotient is told.
Tokens without_unit(Tokens t) {
  const size_t count = t.size();
  if (count > 4 && says_at(t, count - 3, {"bytes"}) && says_at(t, count - 2, {"per"}) &&
      says_at(t, count - 1, {"second"}))
    t.resize(count - 3);
  return t;
}

// `A / B ratio`.
std::string with_division(std::string question) {
  constexpr std::string_view kMark = " / ", kWord = " ratio";
  const size_t mark = question.find(kMark), word = question.rfind(kWord);
  if (mark == std::string::npos || word == std::string::npos || word < mark) return question;
  question.erase(word, kWord.size());
  return question.replace(mark, kMark.size(), " divided by ");
}

std::optional<TwoFigures> two_figures(const Tokens& said) {
  const Tokens all = without_unit(said);
  const size_t place = leading_place(all);
  Tokens t = token_slice(all, place, all.size());
  const auto parted = [&](Intent intent, size_t middle, size_t length) {
    TwoFigures two{intent, token_slice(t, 0, middle), token_slice(t, middle + length, t.size()), place > 0};
    for (size_t i = 0; i < place; ++i) two.first.push_back(all[i]);
    return two;
  };
  for (size_t at = 1; at + 1 < t.size(); ++at) {
    if (says_at(t, at, {"divided"}) && says_at(t, at + 1, {"by"}) && at + 2 < t.size())
      return parted(Intent::quotient, at, 2);
    if (says_at(t, at, {"minus"})) return parted(Intent::minus, at, 1);
    if (says_at(t, at, {"plus", "+"})) return parted(Intent::plus, at, 1);
  }
  auto two = by_noun(t);
  if (two && place > 0) {
    two->led = true;
    for (size_t i = 0; i < place; ++i) two->first.push_back(all[i]);
  }
  return two;
}

// `that on GPU 1`, `GPU 1`: the same figure of another place.
std::optional<AskQuery> place_alone(const Tokens& tokens) {
  const ReadWords reading = read_question(written(tokens));
  const AskQuery place = place_of(reading.numbers);
  const bool alone = reading.problem.empty() && reading.unknown.empty() && reading.numbers == place &&
                     !reading.relative && !reading.ranked &&
                     std::all_of(reading.clues.begin(), reading.clues.end(),
                                 [](const Clue& c) { return c.role == Role::filler; });
  return alone && place != AskQuery{} ? std::optional(place) : std::nullopt;
}

// `that of the ranges named backward` and `the span` say no number, though they could be counted.
bool says_number(const Tokens& tokens) {
  return says_anywhere(
      tokens, {"number", "count", "many", "calls", "kernels", "copies", "memsets", "launches", "times",
               "events", "operations", "instances", "streams", "threads", "processes"});
}

bool says_that(const Tokens& tokens) {
  return says_at(tokens, 0, {"that", "those"}) && says_at(tokens, 1, {"of", "in", "inside", "on"});
}

Result<std::optional<AskQuery>> figure_of(const Profile& profile, const Tokens& tokens, const Work& work) {
  const std::string words = written(tokens);
  for (const std::string& said : {words, "total " + words}) {
    auto read = read_plain_query(profile, said, work);
    if (!read) return tl::unexpected(read.error());
    if (read->problem.empty() && is_figure(read->query)) return std::move(read->query);
  }
  if (!says_two_points(tokens)) return std::nullopt;
  auto between = read_between(profile, words, work);
  if (!between) return tl::unexpected(between.error());
  if (*between && (*between)->problem.empty()) return std::move((*between)->query);
  return std::nullopt;
}

// A place that is said last is of both, and so is one that leads; `NCCL on GPU 0 divided by all kernels` does
// not say where the second is.
std::string share_places(const TwoFigures& words, AskQuery& first, AskQuery& second) {
  // Two points say each where they are.
  if (first.intent == Intent::between || second.intent == Intent::between) return "";
  const AskQuery of_first = place_of(first), of_second = place_of(second);
  if (of_first == AskQuery{}) put_place(of_second, first);
  if (of_second != AskQuery{} || of_first == AskQuery{}) return "";
  const bool its = says_anywhere(words.second, {"its", "there", "their"});
  // Of the busy time of what else than the GPU that was named.
  const bool of_gpu = second.subject == Subject::gpu && of_first.gpus.size() == 1;
  if (!words.led && !its && !of_gpu)
    return fmt::format("Of the {} there, or of all? Say where both are.", understood(second));
  put_place(of_first, second);
  return "";
}

}  // namespace

namespace {

// What is added to a figure is measured as that is: `time in A plus B`.
Result<std::optional<AskQuery>> figure_like(const Profile& profile, const AskQuery& first,
                                            const Tokens& tokens, const Work& work) {
  const std::string measure = first.measure == Measure::count
                                  ? std::string("number of ")
                                  : fmt::format("{}{} of ", statistic_words(first), word_of(first.measure));
  auto like = figure_of(profile, tokens_of(measure + written(tokens)), work);
  if (!like || (*like && (*like)->measure == first.measure)) return like;
  return figure_of(profile, tokens, work);
}

bool is_sum_word(const WordToken& token) {
  return is_one_of(token, {"together", "total", "combined", "sum", "summed", "altogether", "plus"});
}

}  // namespace

Result<std::optional<ReadQuery>> read_sum(const Profile& profile, std::string_view question,
                                          const Work& work) {
  const Tokens all = tokens_of(question);
  if (std::none_of(all.begin(), all.end(), is_sum_word)) return std::nullopt;
  for (size_t at = 1; at + 1 < all.size(); ++at) {
    // `all threads and processes together` are places, and nothing to add.
    if (!says_at(all, at, {"and"}) ||
        says_at(all, at + 1,
                {"process", "processes", "thread", "threads", "rank", "ranks", "gpus", "devices"}))
      continue;
    auto first = figure_of(profile, token_slice(all, 0, at), work);
    if (!first) return tl::unexpected(first.error());
    if (!*first || ((*first)->measure != Measure::time && (*first)->measure != Measure::count &&
                    (*first)->measure != Measure::bytes))
      continue;
    auto second = figure_like(profile, **first, token_slice(all, at + 1, all.size()), work);
    if (!second) return tl::unexpected(second.error());
    if (!*second || (*second)->measure != (*first)->measure || (*second)->statistic != (*first)->statistic)
      continue;
    if (place_of(**first) == AskQuery{}) put_place(place_of(**second), **first);
    if (place_of(**second) == AskQuery{}) put_place(place_of(**first), **second);
    if (**first == **second) continue;
    ReadQuery read;
    read.query.intent = Intent::plus;
    read.query.from = understood(**first);
    read.query.to = understood(**second);
    return read;
  }
  return std::nullopt;
}

namespace {

// The unit of one figure divided by another; nothing where it means nothing.
std::optional<Unit> unit_of_quotient(Unit a, Unit b) {
  if (a == b) return Unit::none;
  if (a == Unit::bytes && b == Unit::ns) return Unit::gb_per_s;
  if (b == Unit::count && (a == Unit::ns || a == Unit::bytes)) return a;
  return std::nullopt;
}

}  // namespace

bool can_be_divided(const AskQuery& a, const AskQuery& b) {
  const bool known = a.intent == Intent::measure && b.intent == Intent::measure &&
                     a.wanted == Wanted::value && b.wanted == Wanted::value;
  return !known || unit_of_quotient(unit_of(a.measure), unit_of(b.measure)).has_value();
}

Result<std::optional<ReadQuery>> read_arithmetic(const Profile& profile, std::string_view question,
                                                 const Work& work) {
  const auto words = two_figures(tokens_of(with_division(std::string(question))));
  if (!words) return std::nullopt;
  const auto other_first = place_alone(words->first), other_second = place_alone(words->second);
  if (other_first && other_second) return std::nullopt;
  auto first = figure_of(profile, other_first ? words->second : words->first, work);
  if (!first) return tl::unexpected(first.error());
  // `ratio of H2D to D2H bytes`: what is measured is said once.
  if (!*first && words->intent != Intent::plus) {
    auto second = figure_of(profile, words->second, work);
    if (!second) return tl::unexpected(second.error());
    if (*second) first = figure_like(profile, **second, words->first, work);
    if (!first) return tl::unexpected(first.error());
  }
  if (!*first) return std::nullopt;
  const bool added = words->intent == Intent::plus;
  auto second = other_first || other_second ? first
                : added                     ? figure_like(profile, **first, words->second, work)
                                            : figure_of(profile, words->second, work);
  if (!second) return tl::unexpected(second.error());
  const bool counted = *second && (*second)->measure == Measure::count && (*first)->measure != Measure::count;
  // `busy with copies than with kernels` counts nothing.
  if (counted && says_at(words->second, 0, {"with"})) return std::nullopt;
  if (!other_second && (says_that(words->second) || (counted && !says_number(words->second)))) {
    const Tokens rest =
        says_that(words->second) ? token_slice(words->second, 2, words->second.size()) : words->second;
    second = figure_like(profile, **first, rest, work);
    if (!second) return tl::unexpected(second.error());
    if (*second && (*second)->measure != (*first)->measure) return std::nullopt;
  }
  if (!*second) return std::nullopt;
  if (other_first) put_place(*other_first, **first);
  if (other_second) put_place(*other_second, **second);
  if (words->intent == Intent::quotient && !can_be_divided(**first, **second)) return std::nullopt;
  ReadQuery read;
  read.problem = share_places(*words, **first, **second);
  read.query.intent = words->intent;
  read.query.from = understood(**first);
  read.query.to = understood(**second);
  if (read.query.from == read.query.to) return std::nullopt;
  return read;
}

namespace {

void tell_sum(Inquiry& inquiry, const AskFact& a, const AskFact& b) {
  const auto* first = std::get_if<int64_t>(&a.value);
  const auto* second = std::get_if<int64_t>(&b.value);
  const bool whole = first != nullptr && second != nullptr;
  const Value sum = whole ? Value(*first + *second) : Value(real(a.value) + real(b.value));
  inquiry.answer.text = fmt::format("The {} is {}: {} and {}.", understood(inquiry.query), shown(sum, a.unit),
                                    shown(a.value, a.unit), shown(b.value, b.unit));
  inquiry.fact("sum", sum, a.unit);
}

void tell_quotient(Inquiry& inquiry, const AskFact& a, const AskFact& b, double value, Unit unit) {
  if (unit == Unit::none && value <= 1) unit = Unit::share;
  const Value told = rounded(value, unit);
  inquiry.answer.text = fmt::format("The {} is {}: {} divided by {}.", understood(inquiry.query),
                                    unit == Unit::none ? fmt::format("{:.4g}", value) : readable(told, unit),
                                    shown(a.value, a.unit), shown(b.value, b.unit));
  inquiry.fact(unit == Unit::share ? "share" : "quotient", told, unit);
}

void tell_difference(Inquiry& inquiry, const AskFact& a, const AskFact& b) {
  const auto* first = std::get_if<int64_t>(&a.value);
  const auto* second = std::get_if<int64_t>(&b.value);
  const bool whole = first != nullptr && second != nullptr;
  Value difference = whole ? Value(*first - *second) : Value(real(a.value) - real(b.value));
  const bool apart = inquiry.query.intent == Intent::difference;
  if (apart && real(difference) < 0)
    difference = whole ? Value(*second - *first) : Value(real(b.value) - real(a.value));
  const Unit unit = a.unit == Unit::clock_ns ? Unit::ns : a.unit;
  inquiry.answer.text =
      fmt::format("The {} is {}: {} {} {}.", understood(inquiry.query), shown(difference, unit),
                  shown(a.value, a.unit), apart ? "and" : "minus", shown(b.value, b.unit));
  inquiry.fact("difference", difference, unit);
}

}  // namespace

Result<void> answer_arithmetic(Inquiry& inquiry, const AskWords& ask_words) {
  const AskQuery& q = inquiry.query;
  std::vector<AskFact> figures;
  std::vector<double> exact;
  for (const std::string& words : {q.from, q.to}) {
    auto answer = ask_words(words);
    if (!answer) return tl::unexpected(answer.error());
    for (std::string& step : answer->plan) inquiry.answer.plan.push_back(std::move(step));
    for (std::string& note : answer->notes)
      if (std::ranges::find(inquiry.answer.notes, note) == inquiry.answer.notes.end())
        inquiry.answer.notes.push_back(std::move(note));
    if (!answer->answered || answer->facts.empty()) return inquiry.cannot(answer->reason, answer->capture);
    AskFact fact = answer->facts[0];
    if (std::holds_alternative<std::string>(fact.value))
      return inquiry.cannot(fmt::format("The {} is a name, and no figure.", words));
    fact.name = words;
    exact.push_back(answer->exact.value_or(real(fact.value)));
    figures.push_back(std::move(fact));
  }
  const AskFact &a = figures[0], &b = figures[1];
  if (q.intent != Intent::quotient) {
    if (a.unit != b.unit)
      return inquiry.cannot(fmt::format("The {} and the {} have different units.", q.from, q.to));
    if (q.intent == Intent::plus)
      tell_sum(inquiry, a, b);
    else
      tell_difference(inquiry, a, b);
  } else {
    const auto unit = unit_of_quotient(a.unit, b.unit);
    if (!unit || real(b.value) == 0)
      return inquiry.cannot(fmt::format("The {}, {}, cannot be divided by the {}, {}.", q.from,
                                        shown(a.value, a.unit), q.to, shown(b.value, b.unit)));
    tell_quotient(inquiry, a, b, exact[0] / exact[1], *unit);
  }
  for (AskFact& fact : figures) inquiry.answer.facts.push_back(std::move(fact));
  return {};
}

}  // namespace nsys_ai::inline agent
