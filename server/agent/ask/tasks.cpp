// A task has two clauses: what is to be done with which things, and what is asked of the result.
#include "agent/ask/tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <regex>

#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

// Nobody writes longer ones by hand, and the patterns look back.
constexpr size_t kLongestTask = 300;

constexpr std::array<std::string_view, 11> kCardinals = {"",    "one",   "two",   "three", "four", "five",
                                                         "six", "seven", "eight", "nine",  "ten"};
constexpr std::array<std::string_view, 11> kOrdinals = {
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"};

// `number three`, `the third one`, `rank 3`, `third place`, of which the second group is the number.
constexpr const char* kNthWords =
    R"((?:the )?(?:one in )?(?:(?:number|no\.?|rank|position|place) (one|two|three|four|five|six|seven|eight|nine|ten|\d+)|)"
    R"((first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|hundredth|\d+(?:st|nd|rd|th)|runner-up)))";
constexpr const char* kPlaceWords = R"((?:gpu|device|process|pid|stream) \d+)";

std::regex task_pattern(std::string text) { return std::regex(std::move(text), std::regex::icase); }

int counted_by(const std::string& word) {
  const std::string lower = ascii_lower(word);
  for (size_t n = 1; n < kCardinals.size(); ++n)
    if (lower == kCardinals[n] || lower == kOrdinals[n]) return static_cast<int>(n);
  for (const auto& [said, number] :
       {std::pair{"runner-up", 2}, {"eleventh", 11}, {"twelfth", 12}, {"hundredth", 100}})
    if (lower == said) return number;
  int number = 0;
  for (const char c : lower)
    if (c >= '0' && c <= '9' && number < 100'000'000) number = number * 10 + (c - '0');
  return number;
}

std::string nth_word(int number) {
  if (number < static_cast<int>(kOrdinals.size())) return std::string(kOrdinals[static_cast<size_t>(number)]);
  const int last = number % 10;
  const bool teen = number % 100 / 10 == 1;
  return fmt::format("{}{}", number,
                     teen        ? "th"
                     : last == 1 ? "st"
                     : last == 2 ? "nd"
                     : last == 3 ? "rd"
                                 : "th");
}

// `the longest kernel`, `the second longest kernel`.
std::string picked(int number, std::string_view superlative, const std::string& thing) {
  return number == 1 ? fmt::format("the {} {}", superlative, thing)
                     : fmt::format("the {} {} {}", nth_word(number), superlative, thing);
}

// `kernels of GPU 1` as `kernel of GPU 1`.
std::string one_of(const std::string& things) {
  static const std::regex plural =
      task_pattern(R"(\b(kernel|call|range|gap|memset|mark|launche|run|execution)s\b)");
  static const std::regex copies = task_pattern(R"(\bcopies\b)");
  return std::regex_replace(std::regex_replace(things, plural, "$1", std::regex_constants::format_first_only),
                            copies, "copy", std::regex_constants::format_first_only);
}

// Of which the runs are meant anyway.
std::string without_runs(const std::string& things) {
  static const std::regex runs =
      task_pattern(R"(^(?:(kernel|\w*_\w*kernel\w*) (?:executions|runs|launches)|(?:the )?gpu's (?=idle)))");
  return std::regex_replace(things, runs, "$1");
}

// What is asked of a ranking: which of them, and whether its name.
struct Ranked {
  int number = 0;  // 0 for the median
  bool name = false, short_name = false;
};

std::optional<Ranked> ranked_by(const std::string& tail) {
  static const std::regex one = task_pattern(
      std::string(
          R"(^(?:then )?(?:and )?(?:(?:tell me|report|give me|i want|say) (?:the )?(?:duration of )?)?(?:how long (?:is|was|does|did)?|duration of|what (?:is|was) the (?:duration|length|time) of|what (?:does|did)|)"
          R"(how much time (?:does|did)) (?:)") +
      kNthWords +
      R"(|(?:the )?(?:one in the middle|middle|median))(?: one| place)?(?:'s duration)?(?: \(the median\))?(?: (?:on|of|in) the list)?(?: take| last| run| need| took| lasted| ran| needed)?$)");
  static const std::regex who = task_pattern(
      std::string(
          R"(^(?:which|what) ?(?:kernel|call|name|range|function|copy|label|one)?(?: name)?,?(?: ?\((short|full) names?\)|,? by (short|full) names?,?)? )"
          R"((?:is|comes|stands|ranks|lands|ends up)(?: at| in| on)? (?:)") +
      kNthWords + R"(|(?:the )?(?:top|at the top|ahead)|leads)(?: one| place| position| rank)?$)");
  static const std::regex leads =
      task_pattern(R"(^(?:which|what) (?:kernel|call|name|range|function|copy|label|one) (?:leads|wins)$)");
  static const std::regex median = task_pattern("^what is the (?:median|middle)(?: one)?$");
  if (std::regex_match(tail, median)) return Ranked{};
  std::smatch found;
  if (std::regex_match(tail, found, one)) {
    const std::string number = found[1].str() + found[2].str();
    return Ranked{number.empty() ? 0 : counted_by(number)};
  }
  static const std::regex its_name =
      task_pattern(std::string(R"(^(?:tell me |give me |report )?(?:the )?name (?:of )?(?:in )?)") +
                   kNthWords + R"((?: one| place)?$)");
  static const std::regex one_ran = task_pattern(std::string(R"(^(?:tell me )?how long )") + kNthWords +
                                                 R"((?: one)? (?:ran|took|lasted|was)$)");
  static const std::regex of_one =
      task_pattern(std::string(R"(^(?:report |give me |tell me )?)") + kNthWords + R"( one's duration$)");
  for (const std::regex* each : {&its_name, &one_ran, &of_one})
    if (std::regex_match(tail, found, *each))
      return Ranked{counted_by(found[1].str() + found[2].str()), each == &its_name};
  if (std::regex_match(tail, leads)) return Ranked{1, true};
  if (!std::regex_match(tail, found, who)) return std::nullopt;
  const std::string number = found[3].str() + found[4].str();
  const std::string names = ascii_lower(found[1].str() + found[2].str());
  return Ranked{number.empty() ? 1 : counted_by(number), true, names == "short"};
}

// `number two of the X`, where what is ranked is said behind.
constexpr const char* kKey =
    R"((by (?:the sum of their durations|(?:their )?(?:total|summed|accumulated) (?:duration|time))(?:, grouped by (?:short |full )?name)?|by (?:their |its )?(?:own )?(?:duration|length|run ?time|time|size|bytes|start(?: time)?|when they (?:start|started|began))|from (?:the )?long(?:est)? to (?:the )?short(?:est)?|from (?:the )?first to (?:the )?last|)"
    R"(in (?:the )?order (?:(?:in which )?they (?:start|began|begin|started)|of (?:their )?start(?: time)?)|in time order))";

std::string_view superlative_of(const std::string& key) {
  const std::string lower = ascii_lower(key);
  const auto says = [&](std::string_view word) { return lower.find(word) != std::string::npos; };
  if (says("start") || says("began") || says("begin") || says("in time") || says("first")) return "";
  return says("size") || says("bytes") ? "largest" : "longest";
}

std::string ranked_question(const std::string& things, const std::string& key, const Ranked& asked) {
  static const std::regex summed = task_pattern(R"(\b(?:sum|total|summed|accumulated)\b)");
  if (std::regex_search(key, summed))
    return asked.name && asked.number > 0
               ? fmt::format(
                     "{} with the {}most total duration of {}",
                     asked.short_name || key.find("short") != std::string::npos ? "short name" : "name",
                     asked.number == 1 ? "" : nth_word(asked.number) + " ", things)
               : "";
  const std::string_view superlative = superlative_of(key);
  if (asked.number == 0) return superlative == "longest" ? "median duration of " + things : "";
  const std::string thing = one_of(things);
  const std::string one = superlative.empty() ? fmt::format("the {} {}", nth_word(asked.number), thing)
                                              : picked(asked.number, superlative, thing);
  if (!asked.name) return "duration of " + one;
  return "name of " + one;
}

std::string ranking(const std::string& text) {
  static const std::regex verb_first = task_pattern(
      std::string(
          R"(^(?:(?:if|when) (?:you|we|i) )?(?:rank|sort|order|put|list|arrang|tak|go(?:ing)? through)(?:e|ing)? (?:all |all the |the )?(.+?) )") +
      kKey + R"((?:, longest first)?(?: ?[,:;.]| and) ?(?:and )?(.+)$)");
  static const std::regex passive = task_pattern(
      std::string(
          R"(^(?:if|when|with) (?:all |all the |the )?(.+?) (?:are |were |is )?(?:ranked|sorted|ordered|listed) )") +
      kKey + R"( ?[,:;] ?(.+)$)");
  static const std::regex object_last =
      task_pattern(std::string(R"(^(?:(?:ranked|sorted|ordered|listed) )?)") + kKey +
                   R"(, (?:how long (?:is|was)|what (?:is|was) the (?:cpu-side |host )?duration of) )" +
                   kNthWords + R"( (\S.*)$)");
  static const std::regex number_last = task_pattern(
      std::string(R"(^(?:(?:ranked|sorted|ordered|listed) )?)") + kKey +
      R"(, (?:how long (?:is|was)|what (?:is|was) the duration of) (\S.*?) (?:number|no\.?) (one|two|three|four|five|six|seven|eight|nine|ten|\d+)$)");
  static const std::regex placed = task_pattern(
      std::string(R"(^(?:the )?duration of (?:the )?(.+?) (?:in |that comes |that is |that ranks )?)") +
      kNthWords +
      R"((?: place)?((?: (?:in|of|on) (?:gpu|device|process|pid) \d+)?)(?:,? when (?:they|all) are (?:ranked|sorted|ordered) from longest to shortest|,? (?:sorted |ranked )?by (?:length|duration)(?: from (?:the )?longest (?:down|to shortest))?)$)");
  std::smatch found;
  if (std::regex_match(text, found, placed))
    return ranked_question(found[1].str() + found[4].str(), "by duration",
                           {counted_by(found[2].str() + found[3].str())});
  for (const std::regex* each : {&passive, &verb_first})
    if (std::regex_match(text, found, *each)) {
      const auto asked = ranked_by(found[3]);
      return asked ? ranked_question(without_runs(found[1]), found[2], *asked) : "";
    }
  if (std::regex_match(text, found, object_last))
    return ranked_question(found[4], found[1], {counted_by(found[2].str() + found[3].str())});
  if (std::regex_match(text, found, number_last))
    return ranked_question(found[2], found[1], {counted_by(found[3])});
  return "";
}

// `Sum the durations per CUDA function: which one leads?`
std::string grouped_sum(const std::string& text) {
  static const std::regex by_name = task_pattern(
      R"(^(?:(?:if|when) (?:you|we|i) )?(?:sum|add|total)(?:ming|ing)?(?: up)? (?:the )?(?:host )?(?:durations?|times?)(?: (?:of|over) (?:each |all |all the |the )?(.+?))? )"
      R"((?:per|for each|by|for every)(?: its| their)? (nvtx (?:range )?(?:name|label)|(?:cuda api|cuda|os|api) (?:function|call)|short (?:kernel )?name|full (?:kernel )?name|kernel name|function|name|label) ?[,:;] ?(.+)$)");
  std::smatch found;
  if (!std::regex_match(text, found, by_name)) return "";
  const auto asked = ranked_by(found[3]);
  if (!asked || !asked->name || asked->number == 0) return "";
  const std::string by = ascii_lower(found[2].str());
  std::string things = found[1];
  if (things.empty()) {
    if (by.find("nvtx") != std::string::npos)
      things = "NVTX ranges";
    else if (by.find("cuda") != std::string::npos || by.find("api") != std::string::npos)
      things = "CUDA calls";
    else if (by.find("os") == 0)
      things = "OS calls";
    else if (by.find("kernel") != std::string::npos)
      things = "kernels";
    else
      return "";
  }
  static const std::regex runtime = task_pattern(R"(\bOS runtime calls?\b)");
  things = std::regex_replace(things, runtime, "OS calls");
  const bool is_short = by.find("short") != std::string::npos || asked->short_name;
  static const std::regex kernel = task_pattern(R"(\bkernel\b)");
  things = std::regex_replace(things, kernel, "kernels");
  return fmt::format("{} with the {}most total duration of {}", is_short ? "short name" : "name",
                     asked->number == 1 ? "" : nth_word(asked->number) + " ", things);
}

// `Group the kernels by short name: how many groups are there?`
std::string grouping(const std::string& text) {
  static const std::regex grouped = task_pattern(
      R"(^(?:(?:if|when) (?:you|we|i) )?group(?:ing)? (?:all )?(?:the )?(kernels|copies|calls|cuda calls|nvtx ranges|memsets)((?: (?:of|on|in) (?:(?:gpu|device|process|pid) \d+|(?:the two|both) (?:gpus|devices|processes)))?) )"
      R"(by (?:their )?(short name|full name|name|direction|stream|process|device|gpu) ?[,:;] ?(?:(how many groups (?:do (?:you|we|i) get|are there|result))|which (?:name|group|one|of them) has the most (?:instances|members|runs|entries))$)");
  std::smatch found;
  if (!std::regex_match(text, found, grouped)) return "";
  const std::string things = found[1].str() + found[2].str();
  const std::string by = ascii_lower(found[3].str());
  if (found[4].matched) return fmt::format("number of distinct {}s of {}", by, things);
  return fmt::format("{} with the most {}", by, things);
}

std::string summing(const std::string& text) {
  static const std::regex all = task_pattern(
      R"(^(?:(?:if|when) (?:you|we|i) )?(?:sum|add|total)(?:ming|ing)?(?: up)? (?:the |all )?(?:(?:host )?(durations?|times?|lengths?|sizes?|bytes) (?:of|over) )?(?:all |all the |the |every |each )?(?:(?:executions?|runs?|instances?|calls?) of )?(.+?) ?[,:;] ?)"
      R"((?:then )?(?:how (?:much time|long)(?: in total)? (?:is|was|does|did|do) (?:that|it|they)(?: take| make| come to| last)?(?: altogether| in total| together)?|how much time (?:went|goes) into (?:them|it|that)|what (?:do|does) (?:they|it|that|this) (?:come|add up|amount) to|)"
      R"(what is the (?:sum|total|result)|how many bytes (?:is|are) (?:that|it|they)|what do (?:you|we|i) get)$)");
  std::smatch found;
  if (!std::regex_match(text, found, all)) return "";
  const std::string of = ascii_lower(found[1].str());
  const bool bytes =
      of.starts_with("size") || of == "bytes" || text.find("how many bytes") != std::string::npos;
  static const std::regex everywhere = task_pattern(
      R"(,? (?:over|of|on|across) (?:every|all|each) (?:the )?(?:threads?|process(?:es)?|gpus?)$)");
  static const std::regex calls_to = task_pattern(R"(^OS (?:runtime )?calls? to (\S+)$)");
  const std::string things = std::regex_replace(found[2].str(), everywhere, "");
  return (bytes ? "total bytes of " : "total duration of ") +
         std::regex_replace(things, calls_to, "$1 OS calls");
}

// `that of GPU 1`, `the one on GPU 1`, beside what it stands for; empty where it stands for nothing there.
std::string in_place_of(const std::string& first, const std::string& second) {
  static const std::regex stands_for =
      task_pattern(std::string(R"(^(?:that|the one|those|the same|the figure)(?: of| on| for)? ()") +
                   kPlaceWords + R"()$)");
  static const std::regex place =
      task_pattern(std::string(R"(\b(of|on|for) )") + kPlaceWords + R"(\b|\b)" + kPlaceWords + R"('s )");
  std::smatch found;
  if (!std::regex_match(second, found, stands_for)) return second;
  const std::string there = found[1];
  std::smatch at;
  if (!std::regex_search(first, at, place)) return "";
  const std::string instead = at[1].matched ? at[1].str() + " " + there : there + "'s ";
  return at.prefix().str() + instead + at.suffix().str();
}

std::string division(const std::string& text) {
  static const std::regex divided = task_pattern(
      R"(^(?:(?:if|when) (?:you|we|i) )?divid(?:e|ing) (?:the )?(.+?) by (?:the )?(.+?) ?[,:;] ?(?:what|how many|how much|which|how)\b(.*)$)");
  static const std::regex time_of_copies = task_pattern(
      R"(^(?:(?:summed |total )?(?:time|duration)(?: that)? (?:they|it|these|those|the|all)(?: copies| transfers)? (?:took|take|needed)|their (?:total |summed )?(?:time|duration)|(?:time|duration)(?: that)? they (?:took|take)|)"
      R"((?:summed |total )?(?:time|duration) of (?:these|those|the) (?:copies|transfers))$)");
  static const std::regex bytes_of =
      task_pattern(R"(^(?:all |total |number of )?bytes (?:of|in) (?:all |the |all the )?(.+)$)");
  static const std::regex direction_bytes = task_pattern(
      R"(^(?:all )?(?:the )?((?:pinned |pageable )?(?:host|device)-to-(?:host|device)) bytes(.*)$)");
  static const std::regex asked = task_pattern(
      R"(^ ?(?:(ratio|factor|number|quotient|value|result)|(fraction|share|percentage)|(GB/s|rate in GB/s|bandwidth|speed|fast (?:were|are) they|fast (?:is|was) (?:that|it)))?(?: (?:is|does|do) (?:it|that|this|one|you|we|i)(?: get| make| give)?| comes out| results?| get| is the result| is that)*$)");
  std::smatch found;
  if (!std::regex_match(text, found, divided)) return "";
  const std::string first = found[1], second = found[2], tail = found[3];
  std::smatch what;
  if (!std::regex_match(tail, what, asked)) return "";
  if (std::regex_match(second, time_of_copies)) {
    std::smatch of;
    if (std::regex_match(first, of, bytes_of)) return "bandwidth of " + of[1].str();
    if (std::regex_match(first, of, direction_bytes))
      return "bandwidth of " + of[1].str() + " copies" + of[2].str();
    return "";
  }
  if (what[3].matched) return "";
  std::string other = in_place_of(first, second);
  // `that of the X range` beside `host time of the Y range`.
  static const std::regex that = task_pattern(R"(^(?:that|the one) of (?:the )?(\S.*)$)");
  static const std::regex of_what = task_pattern(R"(^(.*?(?:time|duration|bytes|number)) of (?:the )?\S.*$)");
  std::smatch thing, head;
  if (std::regex_match(other, thing, that) && std::regex_match(first, head, of_what))
    other = head[1].str() + " of " + thing[1].str();
  if (other.empty()) return "";
  return fmt::format("{}{}{}", first, what[2].matched ? " as a share of " : " divided by ", other);
}

std::string subtraction(const std::string& text) {
  static const std::regex subtracted = task_pattern(
      R"(^(?:(?:if|when) (?:you|we|i) )?subtract(?:ing)? (?:the )?(.+?) from (?:the )?(.+?) ?[,:;] ?(?:what|how (?:much|many|long))\b(?: time| is| remains| is left| is the (?:result|difference)| do (?:you|we|i) get| comes out)*$)");
  std::smatch found;
  if (!std::regex_match(text, found, subtracted)) return "";
  const std::string other = in_place_of(found[1], found[2]);
  return other.empty() ? "" : other + " minus " + found[1].str();
}

std::string comparison(const std::string& text) {
  static const std::regex two_places = task_pattern(
      R"(^compare (?:the )?(?:gpus|devices|(gpus|devices|processes|pids) (\d+) (?:and|with) (\d+)) by (.+?) ?[,:;] ?by how much is ((?:gpu|device|process) \d+) ahead of ((?:gpu|device|process) \d+)$)");
  static const std::regex difference_in = task_pattern(
      R"(^compare (gpu|device|process|pid)(?:s|es) (\d+) (?:and|with|to) (\d+) ?[,:;] ?what is the difference (?:in|of) (?:the |their )?(.+)$)");
  static const std::regex two_names = task_pattern(
      R"(^compare (?:the )?(?:(?:host |gpu )?(?:durations?|times?) of )?(?:the )?(\S+) (?:and|with|to) (\S+?)( (?:in|on|of) (?:gpu|device|process|pid) \d+|) ?[,:;] ?what is the difference(?: (?:of|in|between) (?:their |the )?(?:total |summed )?(?:range |host |kernel )?(?:durations?|times?)(?: on the host)?)?$)");
  static const std::regex of_two = task_pattern(
      R"(^(?:the )?difference (?:in|of) (?:total )?(?:host )?(?:time|duration) between (?:the )?(?:ranges |nvtx ranges |kernels |calls )?(\S+) and (\S+)( (?:in|on|of) (?:gpu|device|process|pid) \d+|)$)");
  static const std::regex longer = task_pattern(
      R"(^how much (?:longer|more (?:host )?time)(?: on the host)? (?:is|does|do|did) (?:the )?(?:range )?(\S+)(?: ranges?)?(?: take)?(?: in total)? than (?:the )?(?:range )?(\S+?)(?: ranges?)?(?: take)?$)");
  static const std::regex in_process = task_pattern(R"(^in (process \d+), (how much .+)$)");
  std::smatch found;
  if (std::regex_match(text, found, two_places))
    return fmt::format("{0} on {1} minus {0} on {2}", found[4].str(), found[5].str(), found[6].str());
  if (std::regex_match(text, found, difference_in))
    return fmt::format("difference between {0} of {1} {2} and {0} of {1} {3}", found[4].str(), found[1].str(),
                       found[2].str(), found[3].str());
  for (const std::regex* each : {&two_names, &of_two})
    if (std::regex_match(text, found, *each))
      return fmt::format("difference between total duration of {0}{2} and total duration of {1}{2}",
                         found[1].str(), found[2].str(), found[3].str());
  std::string rest = text, where;
  if (std::regex_match(text, found, in_process)) {
    where = " of " + found[1].str();
    rest = found[2];
  }
  if (std::regex_match(rest, found, longer))
    return fmt::format("total duration of {0}{2} minus total duration of {1}{2}", found[1].str(),
                       found[2].str(), where);
  return "";
}

}  // namespace

std::string without_task(std::string_view question) {
  if (question.size() > kLongestTask) return "";
  static const std::regex end = task_pattern(R"([\s.?!]+$)");
  static const std::regex please = task_pattern(
      R"(^(?:(?:please|now|then|just),? |i (?:want|need|would like)(?: to know)? (?=the )|(?:report|give me|tell me) (?=the )))");
  const std::string text = std::regex_replace(std::regex_replace(std::string(question), end, ""), please, "");
  for (const auto& read : {ranking, grouping, grouped_sum, summing, division, subtraction, comparison})
    if (std::string plain = read(text); !plain.empty()) return plain;
  return "";
}

}  // namespace nsys_ai::inline agent
