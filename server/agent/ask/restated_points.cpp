// Patterns for what lies between two points: the ends of two events, or of each event and the next one.
#include "agent/ask/restated.h"
#include "agent/ask/restatement.h"

namespace nsys_ai::inline agent {
namespace {

// An event that ends, and one that begins.
const std::string kEnds =
    "(?:has |had |is |was |are |have )?(?:ends?|ended|ending|finish(?:es|ed|ing)?|complet(?:es?|ed|ing)|returns?|returned|done|over|"
    "stops?|stopped)";
const std::string kBegins =
    "(?:actually |finally |first )?(?:starts?|started|starting|begins?|began|beginning|runs|ran)"
    "(?: to run| running| to execute| executing)?";
const std::string kOnGpu = "(?: on the (?:gpu|device))?";
const std::string kHowLong =
    "(?:how long|how much time|what time)(?: (?:does it take|is it|was it|goes by|passes|elapses|is there|lies|"
    "did it take|passed))?";
const std::string kGap =
    "(?:the )?(?:time|gap|delay|pause|wait|distance|interval|stretch)(?: passing| elapsed)?" + kOnGpu;

const std::string kTimeOf = "^(?:" + kHowLong + "|" + kGap + ") ";
// The start of `the first and the second kernel`: the noun stands behind both.
const std::string kNoRankAlone = "(?!the (?:first|second|third|last|next) (?:and|to)\\b)";

// One that begins after another event, whichever it is.
const std::string kNext = "(?:the )?(?:very )?(?:next|following) ";
const std::string kAsks =
    "(?:what (?:is|was)|how (?:long|large|big) (?:is|was)|give(?: me)?|find|report)? ?(?:the )?";
// Which of the times between neighbours is asked for.
const std::string kWhich =
    "(longest|largest|biggest|greatest|widest|shortest|smallest|maximum|minimum|max\\.?|min\\.?|average|mean|avg\\.?|median|"
    "total|summed|typical) (?:single )?";
const std::string kDistance =
    "(?:idle )?(?:gap|pause|hole|distance|interval|stretch|bubble|delay|wait|time|idle time|period)(?: there is| lying)?";
const std::string kSpacing = "time from end to next start of ";

// From each to the next of its kind.
std::vector<Restatement> to_the_next_of_its_kind() {
  return {
      {as_said(
           "^" + kAsks + kWhich + kDistance +
           R"( between (?:the )?(?:end|ends) of (?:one|an?|each|any) (\S+ kernel|kernel|copy|memcpy) and (?:the )?(?:start|starts|beginning) of (?:the |its )?(?:next|following|successor)(?: one| \2)?\b)"),
       "$1 time from end to next start of $2s"},
      {as_said(
           "^" + kAsks + kWhich + kDistance +
           R"( (?:from|between) (?:one|an?|each) (\S+ kernel|kernel|copy|memcpy)(?:'s)? end(?:ing|s)? (?:to|and) (?:the )?(?:next|following)(?: one| \2)?(?:'s)? start(?:ing|s)?\b)"),
       "$1 time from end to next start of $2s"},
      {as_said(
           "^" + kAsks + kWhich + kDistance +
           R"( from (\S+ kernel|kernel|copy|memcpy) end(?:ing|s)? to (?:the )?next \2 start(?:ing|s)?\b)"),
       "$1 time from end to next start of $2s"},
      {as_said(
           R"(^(?:going |measured )?from (?:each|one|an?) (\S+ kernel|kernel|copy|memcpy) to the (?:following|next)(?: one)?, what is the )" +
           kWhich + kDistance + R"( (?:from|between) end (?:to|and) (?:next |the next )?start\b)"),
       "$2 time from end to next start of $1s"},
      {as_said(
           "^" + kAsks + kWhich +
           R"((?:gap|pause|hole|bubble) between (?:two |any two |the )?(?:consecutive |successive |adjacent |neighbou?ring |back-to-back )?((?:\S+ )?kernels|copies|memcpys)\b(?! and| on stream \d+ and))"),
       "$1 time from end to next start of $2"},
      {as_said(
           "^" + kAsks + kWhich +
           R"((?:time|stretch|period|interval|gap|pause) (?:without|with no|in which no|during which no) (?:a |any )?(?:running )?kernel(?:s)?(?: is| was| runs| ran)?(?: running| executing)?(?: at all)?(?:,? between (?:two |any two )?kernels)\b)"),
       "$1 time from end to next start of kernels"}};
}

// From an event to the next of another kind.
std::vector<Restatement> to_the_next_of_another() {
  return {
      {as_said(
           "^(?:" + kHowLong + "|" + kGap +
           R"() (?:after|from|between|since) (?:the )?(end|start) of (?:the )?(.+?),? (?:does|until|till|to|and|before)(?: the start of)? )" +
           kNext + "(.+?)(?:'s)?(?: " + kBegins + "| start)?" + kOnGpu + R"((?: after (?:it|that))?\s*\??$)"),
       "time from the $1 of the $2 to the start of the next $3"},
      {as_said("^(?:after|once|when)? ?(?:the )?(.+?) " + kEnds + kOnGpu + ",? (?:and |then )*" + kHowLong +
               " (?:until|till|before) (?:" + kNext + "|an? |any )(.+?) " + kBegins + kOnGpu +
               R"((?: after (?:it|that))?\s*\??$)"),
       "time from the end of the $1 to the start of the next $2"},
      {as_said("^" + kHowLong + " (?:after|once) (?:the )?(.+?) " + kEnds + kOnGpu +
               " (?:until|till|before|does) (?:" + kNext + "|an? |any )(.+?) " + kBegins + kOnGpu +
               R"(\s*\??$)"),
       "time from the end of the $1 to the start of the next $2"}};
}

// Between two events that are named.
std::vector<Restatement> between_two_points() {
  return {{as_said("^(?:after|once|when) (.+?) " + kEnds + kOnGpu + ", " + kHowLong +
                   " (?:until|till|before) (.+?) " + kBegins + kOnGpu + R"(\s*\??$)"),
           "time from the end of $1 to the start of $2"},
          {as_said("^" + kHowLong + " (?:after|once) (.+?) " + kEnds + kOnGpu +
                   " (?:until|till|before|does) (.+?) " + kBegins + kOnGpu + R"(\s*\??$)"),
           "time from the end of $1 to the start of $2"},
          {as_said("^" + kGap + " (?:from|between) (.+?) " + kEnds + " (?:to|and|until) (.+?) " + kBegins +
                   kOnGpu + R"(\s*\??$)"),
           "time from the end of $1 to the start of $2"},
          {as_said("^" + kGap + " (?:from|between) (.+?) " + kBegins + " (?:to|and|until) (.+?) " + kEnds +
                   kOnGpu + R"(\s*\??$)"),
           "time from the start of $1 to the end of $2"},
          {as_said(kTimeOf + "from the (end|start) of " + kNoRankAlone +
                   "(.+?) (?:to|until|till) (?:when )?(.+?) " + kBegins + kOnGpu + R"(\s*\??$)"),
           "time from the $1 of $2 to the start of $3"},
          {as_said(kTimeOf + "from the (end|start) of " + kNoRankAlone +
                   "(.+?) (?:to|until|till) the (end|start) of (.+?)\\s*\\??$"),
           "time from the $1 of $2 to the $3 of $4"},
          // Either may come first.
          {as_said(kTimeOf + "between the (end|start) of " + kNoRankAlone +
                   "(.+?) and the (end|start) of (.+?)\\s*\\??$"),
           "time between the $1 of $2 and the $3 of $4"}};
}

}  // namespace

const std::vector<Restatement>& restatements_of_points() {
  static const std::vector<Restatement> all =
      joined({to_the_next_of_its_kind(), to_the_next_of_another(), between_two_points()});
  return all;
}

bool says_spacing(std::string_view question) { return question.find(kSpacing) != std::string_view::npos; }

}  // namespace nsys_ai::inline agent
