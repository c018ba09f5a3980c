// Tables of patterns, applied one after the other.
#include "agent/ask/paraphrase.h"

#include <algorithm>
#include <regex>
#include <vector>

#include "agent/ask/paraphrase_table.h"
#include "agent/ask/pattern_text.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

// Nobody writes longer ones by hand, and the patterns look back.
constexpr size_t kLongest = 300;

struct Compiled {
  std::regex said;
  const char* plain;
  std::string needed;  // stands in each text that the pattern matches, in small letters; may be empty
  // One that begins the text is looked for there alone.
  std::regex_constants::match_flag_type where;
};

// `.*` is what a turn leaves out: no number, and nothing that narrows what is asked. In brackets it is kept,
// and what looks ahead leaves nothing out.
std::string with_guards(std::string pattern) {
  constexpr std::string_view kAnything = ".*";
  constexpr std::string_view kNothingNarrower =
      R"((?:(?!\b(?:between|during|inside|within|before|after|except|excluding|without|only|iterations?|steps?|streams?|process|pinned|pageable)\b)[^0-9])*)";
  for (size_t at = pattern.find(kAnything); at != std::string::npos; at = pattern.find(kAnything, at + 1)) {
    if (at > 0 && std::string_view("(=!\\").find(pattern[at - 1]) != std::string_view::npos) continue;
    pattern.replace(at, kAnything.size(), kNothingNarrower);
    at += kNothingNarrower.size() - 1;
  }
  return pattern;
}

std::vector<Compiled> compiled(std::initializer_list<std::span<const Turn>> tables) {
  std::vector<Compiled> turns;
  for (const auto table : tables)
    for (const Turn& turn : table)
      turns.push_back({std::regex(with_guards(turn.said), std::regex::icase), turn.plain,
                       needed_text(turn.said),
                       is_anchored(turn.said) ? std::regex_constants::match_continuous
                                              : std::regex_constants::match_default});
  return turns;
}

// Most patterns are of other questions, which a look for one of their words tells sooner than they do.
void apply(const std::vector<Compiled>& turns, std::string& text) {
  std::string lower = ascii_lower(text);
  for (const Compiled& turn : turns) {
    if (lower.find(turn.needed) == std::string::npos) continue;
    text = std::regex_replace(text, turn.said, turn.plain, turn.where);
    lower = ascii_lower(text);
  }
}

bool says_any(const std::string& text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

// Whether the kinds of work that are said are all that there are.
bool lists_all(const std::string& question, const WorkKinds& has) {
  const std::string text = ascii_lower(question);
  return (!has.kernels || says_any(text, {"kernel"})) &&
         (!has.copies || says_any(text, {"cop", "memcpy", "transfer"})) &&
         (!has.memsets || says_any(text, {"memset"}));
}

}  // namespace

std::string with_fragments(std::string pattern, std::span<const Fragment> fragments) {
  for (const auto& [name, fragment] : fragments)
    for (size_t at = pattern.find(name); at != std::string::npos; at = pattern.find(name, at + 1))
      pattern.replace(at, std::string_view(name).size(), fragment);
  return pattern;
}

std::string in_sure_words(std::string_view question) {
  static const std::vector<Compiled> sure = compiled({sure_turns()});
  std::string text(question);
  if (text.size() <= kLongest) apply(sure, text);
  return text;
}

std::string in_plain_words(std::string_view question, const WorkKinds& has) {
  static const std::vector<Compiled> shorthand =
      compiled({turns_of_shorthand(), turns_of_talk(), turns_of_phrases()});
  static const std::vector<Compiled> definitions = compiled({turns_of_definitions()});
  static const std::vector<Compiled> of_kernels = compiled({turns_of_kernels_alone()});
  static const std::vector<Compiled> spans = compiled({turns_of_spans()});
  static const std::vector<Compiled> tasks =
      compiled({turns_of_launching(), turns_of_ranks(), turns_of_amounts(), turns_of_overlaps()});
  static const std::vector<Compiled> requests = compiled({turns_of_requests()});
  static const std::vector<Compiled> comparing = compiled({turns_of_comparing(), turns_of_asides()});
  static const std::vector<Compiled> all =
      compiled({turns_of_remarks(), turns_of_points(), turns_of_figures(), turns_of_comparisons(),
                turns_of_places(), turns_of_wordings()});
  std::string text(question);
  if (text.size() > kLongest) return text;
  apply(shorthand, text);
  if (lists_all(text, has)) apply(definitions, text);
  if (!has.copies && !has.memsets) apply(of_kernels, text);
  apply(spans, text);
  // What one of them makes plain, another may know.
  for (const auto* turns : {&tasks, &requests, &comparing, &requests, &tasks}) apply(*turns, text);
  if (lists_all(text, has)) apply(definitions, text);
  apply(all, text);
  return text;
}

}  // namespace nsys_ai::inline agent
