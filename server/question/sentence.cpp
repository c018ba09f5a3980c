// Writes a query as a sentence, in words of the lexicon: the grammar reads it as the same query.
#include <fmt/format.h>

#include <array>

#include "base/text_pattern.h"
#include "question/lexicon.h"
#include "question/query.h"
#include "question/topics.h"

namespace nsys_ai {
namespace {

std::string ordinal(int64_t rank) {
  const int64_t tens = rank % 100;
  const bool teen = tens >= 11 && tens <= 13;
  const char* end = teen || rank % 10 > 3 || rank % 10 == 0 ? "th"
                    : rank % 10 == 1                        ? "st"
                    : rank % 10 == 2                        ? "nd"
                                                            : "rd";
  return fmt::format("{}{}", rank, end);
}

std::string quoted(const std::string& name) {
  const char mark = name.find('"') == std::string::npos ? '"' : '`';
  return fmt::format("{}{}{}", mark, name, mark);
}

// In the largest unit that gives an integer.
std::string amount(int64_t value, Unit unit) {
  struct Step {
    int64_t size;
    std::string_view word;
  };
  constexpr auto kTimes =
      std::to_array<Step>({{1'000'000'000, "s"}, {1'000'000, "ms"}, {1000, "us"}, {1, "ns"}});
  constexpr auto kSizes =
      std::to_array<Step>({{1'000'000'000, "GB"}, {1'000'000, "MB"}, {1000, "kB"}, {1, "B"}});
  if (unit != Unit::ns && unit != Unit::bytes) return std::to_string(value);
  for (const Step& step : unit == Unit::ns ? kTimes : kSizes)
    if (value % step.size == 0 && (value != 0 || step.size == 1))
      return fmt::format("{} {}", value / step.size, step.word);
  return std::to_string(value);
}

// `blocking pinned host to device copies`.
std::string things_of(const AskQuery& q, bool several) {
  std::string words;
  const auto adjective = [&](std::string_view word) {
    if (!word.empty()) words += std::string(word) + " ";
  };
  if (q.blocking) adjective(phrase_for(Role::blocking, *q.blocking ? "true" : "false"));
  if (q.memory) adjective(phrase_for(Role::memory, *q.memory));
  if (q.direction) adjective(phrase_for(Role::direction, *q.direction));
  if (q.family) adjective(phrase_for(Role::family, *q.family));
  if (q.calls) return words + fmt::format("{} {}", enum_name(*q.calls), several ? "calls" : "call");
  return words + (std::string(several ? plural_of(*q.thing) : noun_of(*q.thing)));
}

std::string statistic_words(const AskQuery& q, bool says_total) {
  if (!q.statistic) return says_total ? "total " : "";
  switch (*q.statistic) {
    case Statistic::total:
      return "total ";
    case Statistic::mean:
      return "average ";
    case Statistic::median:
      return "median ";
    case Statistic::percentile:
      return fmt::format("p{:g} ", q.percentile.value_or(50));
    case Statistic::deviation:
      return "standard deviation of ";
    case Statistic::covered:
      return "covered ";
  }
  return "";
}

std::string conditions(const AskQuery& q) {
  std::string words;
  if (q.library) words += fmt::format(" of library {}", quoted(*q.library));
  if (q.name) words += " named " + quoted(*q.name);
  if (q.inside) words += " inside " + quoted(*q.inside);
  if (q.launched_by) words += " launched by " + quoted(*q.launched_by);
  if (q.not_family) words += fmt::format(" excluding {}", phrase_for(Role::family, *q.not_family));
  if (q.not_direction) words += fmt::format(" excluding {}", phrase_for(Role::direction, *q.not_direction));
  if (q.not_name) words += " not named " + quoted(*q.not_name);
  if (q.bounds)
    for (const Bound& b : *q.bounds) {
      const auto put = [&](std::string_view way, int64_t value) {
        words += fmt::format(" with {} {} {}", word_of(b.of), way, amount(value, unit_of(b.of)));
      };
      if (b.at_least && b.at_least == b.at_most) {
        put("exactly", *b.at_least);
        continue;
      }
      if (b.above) put("above", *b.above);
      if (b.at_least) put("at least", *b.at_least);
      if (b.below) put("below", *b.below);
      if (b.at_most) put("at most", *b.at_most);
    }
  return words;
}

std::string part_words(const AskQuery& q) {
  std::string words;
  if (q.gpus)
    for (size_t i = 0; i < q.gpus->size(); ++i)
      words += fmt::format("{}{}", i == 0 ? " on GPU " : " and ", (*q.gpus)[i]);
  if (q.stream) words += fmt::format(" on stream {}", *q.stream);
  if (q.process) words += fmt::format(" in process {}", *q.process);
  if (q.thread) words += fmt::format(" on thread {}", *q.thread);
  if (q.iteration) words += fmt::format(" in iteration {}", *q.iteration);
  if (q.at_ns) words += " at " + clock_seconds(*q.at_ns);
  if (q.from_ns && q.to_ns)
    return words + fmt::format(" between {} and {}", clock_seconds(*q.from_ns), clock_seconds(*q.to_ns));
  if (q.from_ns) words += " after " + clock_seconds(*q.from_ns);
  if (q.to_ns) words += " before " + clock_seconds(*q.to_ns);
  return words;
}

std::string measured(const AskQuery& q, Measure measure, const std::string& rest) {
  if (measure == Measure::count) return fmt::format("number of {}{}", things_of(q, true), rest);
  if (measure == Measure::names) return fmt::format("number of different {}{}", things_of(q, true), rest);
  if (is_of_machine(measure)) return std::string(word_of(measure)) + rest;
  const bool sums = is_summed(measure) && q.thing != Thing::run;
  return fmt::format("{}{} of {}{}", statistic_words(q, sums), word_of(measure),
                     q.thing == Thing::run ? "the run" : things_of(q, true), rest);
}

// `longest`; empty if no adjective expresses the order.
std::string_view adjective_of(const AskQuery& q) {
  const bool most = q.order == Order::most;
  if (q.order == Order::first) return q.rank && *q.rank > 1 ? "" : "first";
  if (q.order == Order::last) return "last";
  if (q.by == Measure::duration) return most ? "longest" : "shortest";
  if (q.by == Measure::bytes) return most ? "largest" : "smallest";
  return "";
}

std::string picked(const AskQuery& q, const std::string& rest) {
  const std::string_view most = q.order == Order::least ? "least" : "most";
  const std::string rank = q.rank && *q.rank > 1 ? ordinal(*q.rank) + " " : "";
  if (q.group && name_dimension(*q.thing) == q.group) {
    if (q.by == Measure::count)
      return fmt::format("{}{} frequent {}{}", rank, most, things_of(q, false), rest);
    return fmt::format("which {} has the {}{} {}{}{}", things_of(q, false), rank, most,
                       statistic_words(q, is_summed(*q.by)), word_of(*q.by), rest);
  }
  if (q.group || q.thing == Thing::gpu) {
    const std::string_view which = q.group ? word_of(*q.group) : "GPU";
    if (q.by == Measure::count)
      return fmt::format("which {} has the {}{} {}{}", which, rank, most, things_of(q, true), rest);
    const std::string of = q.thing == Thing::gpu ? "" : " of " + things_of(q, true);
    return fmt::format("which {} has the {}{} {}{}{}{}", which, rank, most,
                       statistic_words(q, is_summed(*q.by)), word_of(*q.by), of, rest);
  }
  std::string first;
  if (q.place) first = fmt::format("on which {} is the ", word_of(*q.place));
  if (q.measure) first = fmt::format("{} of the ", word_of(*q.measure));
  const std::string_view adjective = adjective_of(q);
  if (!adjective.empty())
    return fmt::format("{}{}{} {}{}", first, rank, adjective, things_of(q, false), rest);
  if (q.order == Order::first) return fmt::format("{}{}{}{}", first, rank, things_of(q, false), rest);
  return fmt::format("{}{} with the {}{} {}{}", first, things_of(q, false), rank, most, word_of(*q.by), rest);
}

std::string listed(const AskQuery& q, const std::string& rest) {
  const int64_t top = q.top.value_or(10);
  const std::string_view side = q.order == Order::least ? "bottom" : "top";
  if (q.group) {
    const bool by_names =
        name_dimension(*q.thing) == q.group && (q.by == Measure::duration || q.by == Measure::count);
    const std::string group = by_names ? "" : fmt::format(" per {}", word_of(*q.group));
    const std::string by =
        q.by == Measure::count ? "count" : statistic_words(q, is_summed(*q.by)) + std::string(word_of(*q.by));
    return fmt::format("{} {} {}{}{} by {}", side, top, things_of(q, true), rest, group, by);
  }
  const std::string_view adjective = adjective_of(q);
  if (q.order == Order::first || q.order == Order::last)
    return fmt::format("{} {} {}{}", adjective, top, things_of(q, true), rest);
  if (!adjective.empty()) return fmt::format("{} {} {}{}", top, adjective, things_of(q, true), rest);
  return fmt::format("{} {} {}{} by {}", side, top, things_of(q, true), rest, word_of(*q.by));
}

std::string head_of(const AskQuery& q, const std::string& rest) {
  switch (q.want) {
    case Want::topic:
      return sentence_of_topic(q.topic.value_or("")) + rest;
    case Want::whether:
      return fmt::format("are there {}{}", things_of(q, true), rest);
    case Want::pick:
      return picked(q, rest);
    case Want::list:
      return listed(q, rest);
    case Want::group:
    case Want::figure:
      break;
  }
  const std::string share = q.share ? "share of " : "";
  const std::string group = q.want == Want::group && q.group ? fmt::format(" per {}", word_of(*q.group)) : "";
  return share + measured(q, *q.measure, rest) + group;
}

}  // namespace

std::string sentence_of(const AskQuery& query) {
  const AskQuery q = with_defaults(query);
  if (q.want != Want::topic && !q.thing) return "";
  return head_of(q, conditions(q)) + part_words(q);
}

std::string_view noun_of(Thing thing) {
#define NSYS_THING(name, singular, plural) singular,
  constexpr auto kNouns = std::to_array<std::string_view>({
#include "question/things.inc"
  });
#undef NSYS_THING
  return kNouns[static_cast<size_t>(thing)];
}

std::string_view plural_of(Thing thing) {
#define NSYS_THING(name, singular, plural) plural,
  constexpr auto kPlurals = std::to_array<std::string_view>({
#include "question/things.inc"
  });
#undef NSYS_THING
  return kPlurals[static_cast<size_t>(thing)];
}

std::string_view word_of(Measure measure) {
#define NSYS_MEASURE(name, words, unit) words,
  constexpr auto kWords = std::to_array<std::string_view>({
#include "question/measures.inc"
  });
#undef NSYS_MEASURE
  return kWords[static_cast<size_t>(measure)];
}

std::string_view word_of(Dimension dimension) {
  constexpr auto kWords =
      std::to_array<std::string_view>({"name", "short name", "family", "library", "direction", "domain",
                                       "GPU", "stream", "process", "thread", "iteration"});
  return kWords[static_cast<size_t>(dimension)];
}

}  // namespace nsys_ai
