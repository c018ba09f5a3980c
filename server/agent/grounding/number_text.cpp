// Decides by what is written, never by what would be usual.
#include "agent/grounding/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "agent/grounding/text_spans.h"
#include "base/text_pattern.h"
#include "base/word_character.h"

namespace nsys_ai {
namespace {

constexpr size_t kNounAhead = 4;  // words between a number and its noun, including the noun
// These words begin another phrase.
constexpr std::array<std::string_view, 15> kPhraseEnds = {
    "and", "at", "by", "for", "from", "in", "is", "are", "of", "on", "or", "out", "per", "to", "with"};

constexpr std::array<std::string_view, 6> kGroupMarks = {",", "'", "’", "\u00a0", "\u202f", "\u2009"};

struct ScaleWord {
  std::string_view word;
  double size;
};
constexpr std::array<ScaleWord, 3> kScaleWords = {{{" thousand", 1e3}, {" million", 1e6}, {" billion", 1e9}}};

constexpr std::array<std::string_view, 7> kPerSecond = {"/s",      " / s",        "/ s",   "/sec",
                                                        "/second", " per second", " per s"};

bool is_ascii_letter(char c) { return is_word(c) && !is_digit(c) && c != '_'; }

// The gap between a number and its unit: any kind of blank, or a hyphen.
size_t gap_at(std::string_view text, size_t at) {
  for (const std::string_view gap : {" ", "\u00a0", "\u202f", "\u2009", "-"})
    if (text.substr(at).starts_with(gap)) return gap.size();
  return 0;
}

}  // namespace

bool NumberText::digit(size_t at) const { return at < text_.size() && is_digit(text_[at]); }
bool NumberText::in_name(size_t at) const { return at < text_.size() && name_character(text_, at) > 0; }
size_t NumberText::behind_digits(size_t at) const {
  while (digit(at)) ++at;
  return at;
}
size_t NumberText::behind_name(size_t at) const {
  while (in_name(at)) at += name_character(text_, at);
  return at;
}

// A blank counts only if it cannot separate two numbers: `GPU 1 250 ms`, `kernel:934 842.7 us`.
std::string_view NumberText::group_mark(size_t begin, size_t end) const {
  if (end == begin || end - begin > 3) return {};
  const auto parts = [&](std::string_view mark) {
    return text_.substr(end).starts_with(mark) && behind_digits(end + mark.size()) == end + mark.size() + 3;
  };
  for (const std::string_view mark : kGroupMarks)
    if (parts(mark)) return mark;
  if (!parts(" ") || in_name(end + 4) || is(end + 4, ':') || is(begin, '0')) return {};
  if (begin > 0 && std::string_view(" (*~\n").find(text_[begin - 1]) == std::string_view::npos) return {};
  const std::string before = word_before(begin);
  return identified_noun(before).empty() && !names_with_number(before) && !orders(before)
             ? std::string_view(" ")
             : std::string_view();
}

std::optional<WrittenNumber> NumberText::number_at(size_t at) const {
  WrittenNumber number;
  std::string digits;
  size_t end = behind_digits(at);
  digits = text_.substr(at, end - at);
  const std::string_view mark = group_mark(at, end);
  while (!mark.empty() && text_.substr(end).starts_with(mark) &&
         behind_digits(end + mark.size()) == end + mark.size() + 3) {
    digits += text_.substr(end + mark.size(), 3);
    end += mark.size() + 3;
  }
  number.whole_digits = digits.size();
  const size_t last = digits.find_last_not_of('0');
  number.zeros = last == digits.npos ? 0 : digits.size() - 1 - last;
  if (is(end, '.') && digit(end + 1)) {
    const size_t behind = behind_digits(end + 1);
    digits += '.';
    digits += text_.substr(end + 1, behind - end - 1);
    number.step = std::pow(10, -static_cast<double>(behind - end - 1));
    number.is_whole = false;
    end = behind;
  }
  if (is(end, '.') && digit(end + 1)) return std::nullopt;  // a version
  number.value = std::strtod(digits.c_str(), nullptr);
  if ((is(end, 'e') || is(end, 'E')) &&
      (digit(end + 1) || ((is(end + 1, '-') || is(end + 1, '+')) && digit(end + 2)))) {
    const size_t behind = behind_digits(end + 2);
    const double size =
        std::pow(10, std::strtod(std::string(text_.substr(end + 1, behind - end - 1)).c_str(), nullptr));
    number.value *= size, number.step *= size;
    number.is_whole = false;
    end = behind;
  }
  if (!in_name(end + 1) && (is(end, 'k') || is(end, 'K') || is(end, 'M'))) {
    const double size = is(end, 'M') ? 1e6 : 1e3;
    number.value *= size, number.step *= size;
    number.is_scaled = true;
    ++end;
  }
  for (const ScaleWord& scale : kScaleWords) {
    if (!text_.substr(end).starts_with(scale.word) || in_name(end + scale.word.size())) continue;
    number.value *= scale.size, number.step *= scale.size;
    number.is_scaled = true;
    end += scale.word.size();
  }
  number.end = end;
  return number;
}

WrittenUnit NumberText::unit_of(const WrittenNumber& number) const {
  size_t at = number.end;
  while (is(at, '*')) ++at;
  at += gap_at(text_, at);
  while (is(at, '*')) ++at;
  for (const std::string_view sign : {"%", "×"})
    if (text_.substr(at).starts_with(sign)) return {unit_word(sign), at + sign.size()};
  if (text_.substr(at).starts_with("per cent")) return {unit_word("percent"), at + 8};
  size_t end = at;
  while (in_name(end) && !digit(end)) end += name_character(text_, end);
  if (end == at || digit(end)) return {};
  if (is(end, '/') && end + 1 < text_.size() && is_ascii_letter(text_[end + 1])) {
    const size_t behind = behind_name(end + 1);
    if (const FigureUnit* rate = unit_word(text_.substr(at, behind - at))) return {rate, behind};
  }
  const FigureUnit* unit = unit_word(text_.substr(at, end - at));
  if (const FigureUnit* rate = unit ? rate_of(*unit) : nullptr)
    for (const std::string_view per : kPerSecond)
      if (text_.substr(end).starts_with(per) && !in_name(end + per.size())) return {rate, end + per.size()};
  return {unit, end};
}

std::string NumberText::word_before(size_t at, size_t* begin) const {
  while (at > 0 && std::string_view(" *(#\t").find(text_[at - 1]) != std::string_view::npos) --at;
  size_t from = at;
  while (from > 0 && is_ascii_letter(text_[from - 1])) --from;
  if (begin) *begin = from;
  return ascii_lower(text_.substr(from, at - from));
}
std::string NumberText::word_behind(size_t at, size_t* end) const {
  while (at < text_.size() && (text_[at] == ' ' || text_[at] == '*' || text_[at] == '-')) ++at;
  const size_t behind = behind_name(at);
  if (end) *end = behind;
  return ascii_lower(text_.substr(at, behind - at));
}

Hedge NumberText::hedge_before(size_t at) const {
  size_t sign = at;
  while (sign > 0 && text_[sign - 1] == ' ') --sign;
  for (const std::string_view mark : {"~", "≈", ">", "<", "≥", "≤"})
    if (text_.substr(0, sign).ends_with(mark)) return hedge_word(mark);
  size_t begin = 0;
  const std::string last = word_before(at, &begin);
  if (last == "than") {
    const std::string more = word_before(begin);
    return more == "less" || more == "fewer" || more == "shorter" || more == "smaller" || more == "lower"
               ? Hedge::at_most
               : Hedge::at_least;
  }
  const std::string both = word_before(begin) + " " + last;
  if (both == "at least") return Hedge::at_least;
  if (both == "at most" || both == "up to") return Hedge::at_most;
  if (both == "close to") return Hedge::about;
  return hedge_word(last);
}

std::string NumberText::noun_behind(size_t at) const {
  for (size_t ahead = 0; ahead < kNounAhead; ++ahead) {
    while (is(at, '*') || is(at, '-')) ++at;
    at += gap_at(text_, at);
    while (is(at, '*') || is(at, '`')) ++at;
    size_t end = 0;
    const std::string word = word_behind(at, &end);
    if (word.empty()) return {};
    // In `2 of 3 GPUs` both numbers count GPUs.
    if (word == "of" && ahead == 0 && is(end, ' ') && digit(end + 1)) {
      const auto all = number_at(end + 1);
      return all ? noun_behind(all->end) : std::string();
    }
    if (std::find(kPhraseEnds.begin(), kPhraseEnds.end(), word) != kPhraseEnds.end()) return {};
    // `34 host-to-device copies` counts copies.
    const size_t word_end = end;
    while (is(end, '-') && end + 1 < text_.size() && name_character(text_, end + 1) > 0)
      end = behind_name(end + 1);
    if (const auto noun = counted_noun(word); !noun.empty() && end == word_end) return std::string(noun);
    at = end;
  }
  return {};
}
std::string NumberText::noun_of(size_t begin, size_t end) const {
  std::string noun = noun_behind(end);
  if (!noun.empty()) return noun;
  // `calls: 68`, `runs = 12`
  size_t at = begin;
  while (at > 0 && std::string_view(" *").find(text_[at - 1]) != std::string_view::npos) --at;
  if (at == 0 || (text_[at - 1] != ':' && text_[at - 1] != '=')) return {};
  size_t word = 0;
  noun = counted_noun(word_before(at - 1, &word));
  // `Host-to-Device: 34` counts no devices.
  if (word > 0 && text_[word - 1] == '-') noun.clear();
  return noun;
}

std::optional<size_t> NumberText::behind_compound(size_t at) const {
  const size_t end = behind_digits(at);
  size_t behind = end;
  for (const std::string_view joint : {"x", "×", "X", " x ", " × "}) {
    for (behind = end; text_.substr(behind).starts_with(joint) && digit(behind + joint.size());)
      behind = behind_digits(behind + joint.size());
    if (behind != end) return behind_name(behind);
  }
  if (end - at == 4 && is(end, '-') && behind_digits(end + 1) == end + 3 && is(end + 3, '-') &&
      behind_digits(end + 4) == end + 6)
    return end + 6;
  for (behind = end; (is(behind, ':') || is(behind, '^')) && digit(behind + 1);)
    behind = behind_digits(behind + 1);
  if (behind == end) return std::nullopt;
  while (is(behind, '.') && digit(behind + 1)) behind = behind_digits(behind + 1);
  return behind;
}

size_t NumberText::behind_version(size_t at) const {
  while (digit(at) || (is(at, '.') && digit(at + 1))) ++at;
  return behind_name(at);
}

size_t NumberText::sign_of(size_t at) const {
  size_t sign = at;
  if (text_.substr(0, at).ends_with("−"))
    sign -= std::string_view("−").size();
  else if (at > 0 && text_[at - 1] == '-')
    --sign;
  // A sign between two things connects them and is no minus.
  const bool joins =
      sign > 0 && (is_word(text_[sign - 1]) || text_[sign - 1] == ')' || text_[sign - 1] == '%');
  return joins ? at : sign;
}

}  // namespace nsys_ai
