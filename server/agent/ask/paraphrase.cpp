// Tables of patterns, applied one after the other.
#include "agent/ask/paraphrase.h"

#include <algorithm>
#include <regex>
#include <vector>

#include "agent/ask/paraphrase_table.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

// Nobody writes longer ones by hand, and the patterns look back.
constexpr size_t kLongest = 300;

struct Compiled {
  std::regex said;
  const char* plain;
};

std::vector<Compiled> compiled(std::initializer_list<std::span<const Turn>> tables) {
  std::vector<Compiled> turns;
  for (const auto table : tables)
    for (const Turn& turn : table) turns.push_back({std::regex(turn.said, std::regex::icase), turn.plain});
  return turns;
}

void apply(const std::vector<Compiled>& turns, std::string& text) {
  for (const Compiled& turn : turns) text = std::regex_replace(text, turn.said, turn.plain);
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

std::string in_sure_words(std::string_view question) {
  static const std::vector<Compiled> sure = compiled({sure_turns()});
  std::string text(question);
  if (text.size() <= kLongest) apply(sure, text);
  return text;
}

std::string in_plain_words(std::string_view question, const WorkKinds& has) {
  static const std::vector<Compiled> shorthand = compiled({turns_of_shorthand(), turns_of_talk(), turns_of_phrases()});
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
