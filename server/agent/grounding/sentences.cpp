// Splits at lines, and inside them at punctuation before a blank.
#include "agent/grounding/sentences.h"

#include <algorithm>
#include <array>
#include <string>

#include "agent/grounding/text_spans.h"
#include "base/text_pattern.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, 10> kPronouns = {"it",    "its",   "this",  "that", "they",
                                                        "their", "these", "those", "each", "both"};
constexpr std::array<std::string_view, 6> kAbbreviations = {"e.g.", "i.e.", "vs.", "ca.", "approx.", "cf."};

bool begins_with_pronoun(std::string_view sentence) {
  size_t at = 0;
  while (at < sentence.size() && !is_word(sentence[at])) ++at;
  size_t end = at;
  while (end < sentence.size() && is_word(sentence[end])) ++end;
  const std::string word = ascii_lower(sentence.substr(at, end - at));
  return std::find(kPronouns.begin(), kPronouns.end(), word) != kPronouns.end();
}

bool is_list_item(std::string_view line) {
  const size_t first = line.find_first_not_of(' ');
  if (first == line.npos) return false;
  const std::string_view text = line.substr(first);
  if (text.starts_with("- ") || text.starts_with("* ") || text.starts_with("+ ") || text.starts_with("•"))
    return true;
  const size_t digits = text.find_first_not_of("0123456789");
  return digits != text.npos && digits > 0 && (text[digits] == '.' || text[digits] == ')');
}

bool ends_sentence(std::string_view line, size_t at) {
  if (line[at] != '.' && line[at] != '!' && line[at] != '?') return false;
  size_t behind = at + 1;
  while (behind < line.size() && (line[behind] == '*' || line[behind] == ')' || line[behind] == '"'))
    ++behind;
  if (behind >= line.size() || line[behind] != ' ') return false;
  const std::string_view before = line.substr(0, at + 1);
  if (std::any_of(kAbbreviations.begin(), kAbbreviations.end(),
                  [&](std::string_view word) { return before.ends_with(word); }))
    return false;
  const size_t next = line.find_first_not_of(' ', behind);
  return next != line.npos && !(line[next] >= 'a' && line[next] <= 'z');
}

// Text after the colon of a line is the subject of that line.
bool leads(std::string_view line) {
  const size_t last = line.find_last_not_of(" *");
  return last != line.npos && line[last] == ':';
}

}  // namespace

std::vector<TextSentence> sentences_of(std::string_view text) {
  std::vector<TextSentence> sentences;
  size_t head = TextSentence::npos;  // the line above the list
  size_t item = TextSentence::npos;  // the item above an inner list
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const auto spans = text_spans(line);
    const bool listed = is_list_item(line), inner = line.starts_with("  ");
    size_t from = 0;
    const auto add = [&](size_t to) {
      TextSentence sentence{at + from, at + to};
      if (from == 0 && listed)
        sentence.about = inner ? item : head;
      else if (!sentences.empty() && begins_with_pronoun(line.substr(from, to - from)))
        sentence.about = sentences.size() - 1;
      sentences.push_back(sentence);
      from = to;
    };
    for (size_t here = 0; here < line.size(); ++here) {
      const bool hidden = std::any_of(spans.begin(), spans.end(), [here](const TextSpan& span) {
        return here >= span.begin && here < span.end;
      });
      if (!hidden && ends_sentence(line, here)) add(here + 1);
    }
    if (from < line.size()) add(line.size());
    if (!sentences.empty() && listed && !inner) item = sentences.size() - 1;
    if (!sentences.empty() && !listed && !line.empty()) {
      head = leads(line) ? sentences.size() - 1 : TextSentence::npos;
      item = head;
    }
    at = end + 1;
  }
  return sentences;
}

}  // namespace nsys_ai
