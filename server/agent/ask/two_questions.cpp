// Patterns part the question; what is said once, a place or a name, is of both parts.
#include "agent/ask/two_questions.h"

#include <algorithm>
#include <vector>

#include "agent/ask/arithmetic.h"
#include "agent/ask/restatement.h"
#include "agent/ask/sources.h"
#include "agent/ask/stand_ins.h"

namespace nsys_ai::inline agent {
namespace {

struct TwoQuestions {
  Intent sign = Intent::quotient;  // `ratio` of two figures of one unit
  std::string first, second;
  std::string measure;  // what is said once of both: `duration`
};

struct Pattern {
  std::regex said;
  Intent sign;
  size_t first, second;  // groups
  const char* measure = "";
};

const std::vector<Pattern>& patterns() {
  static const std::vector<Pattern> all = {
      {as_said(
           "^(.+?),? (?:(?:expressed|taken|counted) )?as an? (?:fraction|share|percentage|proportion|part|"
           "percent) of (.+)$"),
       Intent::ratio, 1, 2},
      {as_said("^(?:what|which) (?:fraction|share|percentage|proportion|part|portion) of (.+?) "
               "(?:is|are|was|were|lies|goes to|belongs to|falls to)(?: spent| taken| made up)?"
               "(?: in(?:side)?| on| by| within)? (.+)$"),
       Intent::ratio, 2, 1},
      {as_said("^(?:divide )(.+) by (.+)$"), Intent::quotient, 1, 2},
      {as_said("^(?:(?:ratio|quotient)(?: of|:)? (?:the )?)?(.+),? divided by (.+)$"), Intent::quotient, 1,
       2},
      {as_said(
           "^how many times as (?:long|many|much|large|big|fast|high) as (.+?) (?:is|are|was|were|does|do|did) "
           "(.+?)(?: run| take| last)?$"),
       Intent::quotient, 2, 1, "duration"},
      {as_said("^(?:ratio(?: of|:)? )?(.+) / (.+)$"), Intent::quotient, 1, 2},
      {as_said("^(?:quotient|ratio) (?:of|between) (.+) (?:to|and|over) (.+)$"), Intent::quotient, 1, 2},
      {as_said("^how many times (?:as long|longer) (?:is|are|was|were|does|do|did) (.+?)(?: take| last)? "
               "(?:as|than) (.+?)(?: is| does| did| takes?| lasts?)?$"),
       Intent::quotient, 1, 2, "duration"},
      {as_said("^(?:by )?how much longer (?:is|are|was|were|does|do|did) (.+?)(?: take| last)? than "
               "(.+?)(?: is| does| did)?$"),
       Intent::minus, 1, 2, "duration"},
      {as_said(
           "^by how (?:much|many (?:ns|nanoseconds|us|microseconds|ms|milliseconds)) (?:is|are|was|were) (.+?) "
           "(?:larger|bigger|longer|greater|more|higher) than (.+)$"),
       Intent::minus, 1, 2},
      {as_said("^(?:by )?how much later (?:is|was|does|did) (.+?)(?: starts?| begins?) than "
               "(.+?)(?: does| did)?$"),
       Intent::minus, 1, 2, "start"},
      {as_said("^(?:by )?how much (?:earlier|sooner) (?:is|was|does|did) (.+?)(?: starts?| begins?) than "
               "(.+?)(?: does| did)?$"),
       Intent::minus, 2, 1, "start"},
      {as_said("^(?:by )?how much (?:does|do|did) (.+?) (?:exceed|outlast) (.+)$"), Intent::minus, 1, 2,
       "duration"},
      {as_said("^(.+),? minus (.+)$"), Intent::minus, 1, 2},
      {as_said("^(?:the )?(?:spread|difference)(?: in duration| in time)?(?: of| between|:)+ (.+?)(?: and|,) "
               "(.+)$"),
       Intent::difference, 1, 2, "duration"},
      {as_said("^(.+),? plus (.+)$"), Intent::plus, 1, 2}};
  return all;
}

std::string replaced(const std::string& text, const std::regex& said, const char* meant = "") {
  return std::regex_replace(text, said, meant);
}

// Without what asks, and what says of the answer how it is to be told.
std::string plain_words(std::string text) {
  static const std::regex end(R"(\s*[?.!]*\s*$)"),
      begin(
          R"(^(?:so |and |please |tell me |give me |compute |calculate )*(?:what(?:'s| is| was| are| were)|how (?:much|large|big|high) (?:is|was))?\s*(?:the )?)",
          std::regex::icase),
      told(
          R"((?:,|:| -| –| —) (?:what|which) (?:factor|ratio|share|fraction|quotient|percentage|number)(?: is (?:it|that|this)| comes out| results| do (?:you|I|we) get)?$)",
          std::regex::icase),
      manner(R"(,? (?:both )?(?:just )?(?:summed|added)(?: up)?$)", std::regex::icase);
  text = replaced(text, end);
  text = replaced(text, told);
  text = replaced(text, manner);
  return replaced(text, begin);
}

// A place that leads to both parts or stands behind both, and the text without it.
std::string taken_place(std::string& text) {
  static const std::string kPlace = "((?:gpu|device|process|pid|stream|rank|thread|tid) \\d+)";
  static const std::regex leads = as_said("^(?:on |for |in |of )?" + kPlace + "(?: only)?(?:,|:| -| –| —) "),
                          follows = as_said("(?:,|;| -| –| —) (?:on |for |in |of )?" + kPlace + "$");
  std::smatch found;
  std::string place;
  if (std::regex_search(text, found, leads)) {
    place = found[1];
    text = found.suffix();
  } else if (std::regex_search(text, found, follows)) {
    place = found[1];
    text = found.prefix();
  }
  return place;
}

std::optional<TwoQuestions> two_questions(const std::string& text) {
  std::smatch found;
  for (const Pattern& each : patterns())
    if (std::regex_match(text, found, each.said))
      return TwoQuestions{each.sign, found[each.first], found[each.second], each.measure};
  return std::nullopt;
}

bool is_of_place(const std::string& text) { return !places_in(text).empty(); }

std::string on_place(const std::string& text, const std::string& place) {
  return place.empty() || is_of_place(text) ? text : text + " of " + place;
}

// `its longest call` beside calls of a name.
std::string with_its_name(const std::string& text, const std::string& other) {
  const auto own = identifiers_in(text), names = identifiers_in(other);
  if (!own.empty() || names.size() != 1) return text;
  return text + " of " + *names.begin();
}

std::string without_article(const std::string& text) {
  static const std::regex article(R"(^(?:(?:the|its|their|all|a|an|that|those|of) )+)", std::regex::icase);
  return replaced(text, article);
}

// `the longest and the shortest kernel`, `longer than the shortest`: the noun is said once.
std::string with_its_noun(const std::string& text, const std::string& other) {
  static const std::regex pick(
      R"(^(?:the |its )*((?:second |third )?(?:longest|shortest|slowest|fastest|largest|smallest|biggest)|first|last|second|third)(?: one)?(?:'s)?(?: time| duration)?$)",
      std::regex::icase),
      picked(
          R"(^(?:the |its )*(?:(?:second |third )?(?:longest|shortest|slowest|fastest|largest|smallest|biggest)|first|last|second|third) (.+)$)",
          std::regex::icase);
  std::smatch own, others;
  if (!std::regex_match(text, own, pick) || !std::regex_match(other, others, picked)) return text;
  return own[1].str() + " " + others[1].str();
}

// `that of process 1680`, `GPU 1`: the same of another place.
std::optional<AskQuery> same_elsewhere(const std::string& text, const AskQuery& other) {
  static const std::regex elsewhere(
      R"(^(?:(?:that|those|the one|the same|it) )?(?:of |on |in |for )?((?:gpu|device|process|pid|rank|stream) \d+)$)",
      std::regex::icase);
  std::smatch found;
  if (!std::regex_match(text, found, elsewhere)) return std::nullopt;
  const AskQuery place = place_of(read_question(found[1].str()).numbers), nowhere;
  if (place == nowhere) return std::nullopt;
  AskQuery same = other;
  put_place(place, same);
  return same;
}

// `that of the memsets of 4 bytes`: what is measured is said once.
std::string measured_like(const std::string& text, const AskQuery& other) {
  static const std::regex that(R"(^(?:that|those|the one|the same) (?:of|for|in|on) )", std::regex::icase);
  if (!std::regex_search(text, that)) return text;
  return statistic_words(other) + std::string(word_of(other.measure)) + " of " + replaced(text, that);
}

bool says_count(const std::string& text) {
  static const std::regex count(R"(\b(?:numbers?|counts?|how many|calls|launches)\b)", std::regex::icase);
  return std::regex_search(text, count);
}

// One of several that are parted, or what a name stands for: more than two questions.
bool says_more(const std::string& text) {
  static const std::regex more(
      R"(\b(?:others?|later|rest|remaining|remainder|meaning|i\.e\.|short name|each other)\b)",
      std::regex::icase);
  return std::regex_search(text, more);
}

// What GPUs do is no part of what the capture lasts: they may have worked for a part of it, and are several.
bool can_be_compared(const AskQuery& a, const AskQuery& b) {
  return (a.subject == Subject::gpu) == (b.subject == Subject::gpu) ||
         (a.subject != Subject::capture && b.subject != Subject::capture);
}

bool is_start(const AskQuery& q) {
  return q.intent == Intent::measure && q.pick != Pick::none && q.group == Dimension::none &&
         q.wanted == Wanted::start;
}

// A share of one thing is no number to go on with.
bool is_number(const AskQuery& q) { return is_start(q) || (is_figure(q) && q.wanted == Wanted::value); }

class PartReader {
 public:
  PartReader(const ReadWhole& read, std::string measure) : read_(read), measure_(std::move(measure)) {}

  // The figure that the words ask for, read as people would ask for it alone.
  Result<std::optional<AskQuery>> figure(const std::string& words) const {
    std::vector<std::string> ways;
    const std::string plain = without_article(words);
    if (measure_.empty())
      ways = {plain, "what is the " + plain, "duration of the " + plain};
    else
      ways = {measure_ + " of the " + plain};
    for (const std::string& way : ways) {
      auto read = read_(way);
      if (!read) return tl::unexpected(read.error());
      if (read->problem.empty() && read->doubt.empty() && is_number(read->query))
        return std::move(read->query);
      // What it asks for is known, and no number.
      if (read->problem.empty() && read->query.wanted != Wanted::name) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  const ReadWhole& read_;
  std::string measure_;
};

}  // namespace

Result<std::optional<ReadQuery>> read_two_questions(const std::string& question, const ReadWhole& read) {
  constexpr size_t kLongest = 300;
  if (question.size() > kLongest) return std::nullopt;
  std::string text = plain_words(question);
  const std::string place = taken_place(text);
  static const std::regex noun(R"(,? ratio(?=,|:| -| of\b)(?: of\b)?)", std::regex::icase);
  text = plain_words(replaced(text, noun));
  auto two = two_questions(text);
  if (!two || says_more(text)) return std::nullopt;
  const std::string first_words = with_its_noun(two->first, two->second);
  two->second = with_its_noun(two->second, two->first);
  two->first = first_words;
  const PartReader parts(read, two->measure);
  auto first = parts.figure(on_place(with_its_name(two->first, two->second), place));
  if (!first) return tl::unexpected(first.error());
  if (!*first) return std::nullopt;
  Result<std::optional<AskQuery>> second = same_elsewhere(two->second, **first);
  if (!*second) {
    const std::string words = measured_like(two->second, **first);
    second = parts.figure(on_place(with_its_name(words, two->first), place));
  }
  if (!second) return tl::unexpected(second.error());
  if (!*second) return std::nullopt;
  AskQuery &a = **first, &b = **second;
  const AskQuery of_first = place_of(a), of_second = place_of(b), nowhere;
  if (of_first == nowhere) put_place(of_second, a);
  // Of all there are, or of those there: nobody said.
  if (of_second == nowhere && of_first != nowhere) return std::nullopt;
  if (two->sign == Intent::ratio) {
    if (unit_of(a.measure) != unit_of(b.measure)) return std::nullopt;
    two->sign = Intent::quotient;
  }
  if (b.measure == Measure::count && a.measure != Measure::count && !says_count(two->second))
    return std::nullopt;
  if (!can_be_compared(a, b) || (two->sign == Intent::quotient && !can_be_divided(a, b))) return std::nullopt;
  if (two->sign != Intent::quotient && a.measure != b.measure) return std::nullopt;
  if (is_start(a) != is_start(b) || (is_start(a) && two->sign == Intent::quotient)) return std::nullopt;
  ReadQuery both;
  both.query.intent = two->sign;
  both.query.from = understood(a);
  both.query.to = understood(b);
  if (both.query.from == both.query.to) return std::nullopt;
  return both;
}

}  // namespace nsys_ai::inline agent
