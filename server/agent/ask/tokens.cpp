// Blanks part words; hyphens and slashes do where no name of a program is written.
#include "agent/ask/tokens.h"

#include <algorithm>
#include <cctype>

#include "base/quantity.h"
#include "base/text_pattern.h"

namespace nsys_ai::inline agent {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

bool written_as_name(std::string_view word) {
  if (word.find("::") != std::string_view::npos || word.find('<') != std::string_view::npos) return true;
  if (word.find('_') != std::string_view::npos || word.find('.') != std::string_view::npos) return true;
  // A capital behind a small letter: cudaMalloc, FlashAttnFunc.
  for (size_t i = 1; i < word.size(); ++i)
    if (std::islower(static_cast<unsigned char>(word[i - 1])) &&
        std::isupper(static_cast<unsigned char>(word[i])))
      return true;
  return false;
}

std::optional<TypedNumber> number_of(std::string word) {
  if (!word.empty() && word[0] == '#') word.erase(0, 1);
  size_t end = 0;
  const auto next_is_digit = [&](size_t at) { return at + 1 < word.size() && is_digit(word[at + 1]); };
  while (end < word.size() &&
         (is_digit(word[end]) || ((word[end] == '.' || word[end] == ',') && next_is_digit(end)) ||
          ((word[end] == '+' || word[end] == '-') && end > 0 && word[end - 1] == 'e' && next_is_digit(end)) ||
          (word[end] == 'e' && end > 0 && end + 1 < word.size() &&
           (is_digit(word[end + 1]) ||
            ((word[end + 1] == '+' || word[end + 1] == '-') && next_is_digit(end + 1)))) ||
          (word[end] == '-' && end == 0 && next_is_digit(end))))
    ++end;
  std::string digits = word.substr(0, end);
  std::string unit = word.substr(end);
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  const auto value = parse_real(digits);
  if (!value) return std::nullopt;
  if (!std::all_of(unit.begin(), unit.end(), [](char c) { return is_letter(c) || c == '%' || c == '/'; }))
    return std::nullopt;
  return TypedNumber{*value, unit};
}

// `60.2s..60.25s`, `60.2-60.3`: two numbers and `to`; nothing else has a digit on both sides of such a mark.
size_t range_mark(const std::string& raw, size_t& length) {
  if (number_of(ascii_lower(raw))) return std::string::npos;  // `1e-5`
  for (const std::string_view mark : {"...", "..", "\xe2\x80\x93", "-"}) {
    const size_t at = raw.find(mark);
    if (at == std::string::npos || at == 0 || at + mark.size() >= raw.size()) continue;
    length = mark.size();
    const auto before = number_of(ascii_lower(raw.substr(0, at)));
    const auto behind = number_of(ascii_lower(raw.substr(at + length)));
    if (before && behind && is_digit(raw[at + length])) return at;
  }
  return std::string::npos;
}

void add_word(std::vector<WordToken>& all, std::string raw) {
  constexpr std::string_view kMarks = "?!,;:.()[]\"'`";
  bool owns = raw.ends_with("s'");
  while (!raw.empty() && kMarks.find(raw.back()) != std::string_view::npos &&
         !(raw.back() == ')' && raw.find('(') != std::string::npos && raw.find('(') > 0))
    raw.pop_back();
  while (!raw.empty() && kMarks.find(raw.front()) != std::string_view::npos) raw.erase(0, 1);
  for (const std::string_view owner : {"'s", "\xe2\x80\x99s"})
    if (raw.size() > owner.size() && std::string_view(raw).substr(raw.size() - owner.size()) == owner) {
      raw.erase(raw.size() - owner.size());
      owns = true;
    }
  if (raw.size() > 2 && std::string_view(raw).substr(raw.size() - 2) == "()") raw.resize(raw.size() - 2);
  if (raw.empty()) return;
  size_t length = 0;
  if (const size_t at = range_mark(raw, length); at != std::string::npos) {
    add_word(all, raw.substr(0, at));
    all.push_back({"to", "to"});
    return add_word(all, raw.substr(at + length));
  }
  // `kernels/s`.
  for (const std::string_view each : {"/s", "/sec", "/second"})
    if (raw.size() > each.size() && raw.ends_with(each) && ascii_lower(raw) != "gb/s" &&
        !number_of(ascii_lower(raw))) {
      add_word(all, raw.substr(0, raw.size() - each.size()));
      all.push_back({"per", "per"});
      all.push_back({"second", "second"});
      return;
    }
  if (raw == "\xc2\xb5s" || raw == "\xce\xbcs") raw = "us";
  const auto number = number_of(ascii_lower(raw));
  const bool named = !number && written_as_name(raw);
  if (!number && !named) {
    const size_t at = raw.find_first_of("-/");
    if (at != std::string::npos && ascii_lower(raw) != "gb/s") {
      const size_t before = all.size();
      add_word(all, raw.substr(0, at));
      add_word(all, raw.substr(at + 1));
      if (all.size() > before + 1) {
        all[before].joined = raw;
        all[before].joins = all.size() - before;
      }
      return;
    }
  }
  all.push_back({raw, ascii_lower(raw), false, named, number});
  all.back().owns = owns;
}

// `gpu0` and `stream7` are two words each, and `7-th` and `top-5` are by their hyphens.
void part_numbers(std::vector<WordToken>& all) {
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string word = all[i].word;
    const size_t digits = word.find_first_of("0123456789");
    if (all[i].quoted || digits == std::string::npos || digits == 0) continue;
    const std::string letters = word.substr(0, digits);
    constexpr std::string_view kNumbered[] = {"gpu", "device", "stream",    "process",
                                              "pid", "step",   "iteration", "top"};
    if (std::find(std::begin(kNumbered), std::end(kNumbered), letters) == std::end(kNumbered)) continue;
    const auto number = number_of(word.substr(digits));
    if (!number || !number->unit.empty()) continue;
    WordToken counted{word.substr(digits), word.substr(digits), false, false, number};
    counted.owns = all[i].owns;
    all[i] = {letters, letters};
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(counted));
  }
}

}  // namespace

std::vector<WordToken> tokens_of(std::string_view question) {
  std::vector<WordToken> all;
  std::string word;
  char quote = 0;
  for (size_t i = 0; i < question.size(); ++i) {
    const char c = question[i];
    if (quote != 0) {
      if (c != quote) {
        word += c;
        continue;
      }
      if (!word.empty()) all.push_back({word, ascii_lower(word), true, true});
      word.clear();
      quote = 0;
    } else if ((c == '"' || c == '`' || c == '\'') && word.empty()) {
      quote = c;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      add_word(all, std::move(word));
      word.clear();
    } else {
      word += c;
    }
  }
  add_word(all, std::move(word));
  part_numbers(all);
  return all;
}

std::string written(const std::vector<WordToken>& tokens) {
  std::string text;
  for (size_t at = 0; at < tokens.size(); ++at) {
    const WordToken& token = tokens[at];
    const char mark = token.raw.find('"') == std::string::npos ? '"' : '`';
    const bool joined = token.joins > 1 && at + token.joins <= tokens.size();
    text += text.empty() ? "" : " ";
    text += token.quoted ? mark + token.raw + mark : joined ? token.joined : token.raw;
    if (token.owns) text += "'s";
    if (joined) at += token.joins - 1;
  }
  return text;
}

std::vector<WordToken> token_slice(const std::vector<WordToken>& tokens, size_t begin, size_t end) {
  return {tokens.begin() + static_cast<std::ptrdiff_t>(begin),
          tokens.begin() + static_cast<std::ptrdiff_t>(end)};
}

bool is_one_of(const WordToken& token, std::initializer_list<std::string_view> words) {
  return !token.quoted && std::find(words.begin(), words.end(), token.word) != words.end();
}

bool says_at(const std::vector<WordToken>& tokens, size_t at, std::initializer_list<std::string_view> words) {
  return at < tokens.size() && is_one_of(tokens[at], words);
}

bool says_anywhere(const std::vector<WordToken>& tokens, std::initializer_list<std::string_view> words) {
  return std::any_of(tokens.begin(), tokens.end(),
                     [&](const WordToken& token) { return is_one_of(token, words); });
}

std::vector<std::string> forms_of(const std::string& word) {
  std::vector<std::string> forms = {word};
  const auto ends = [&](std::string_view end) {
    return word.size() > end.size() + 1 && std::string_view(word).substr(word.size() - end.size()) == end;
  };
  if (ends("ies")) forms.push_back(word.substr(0, word.size() - 3) + "y");
  if (ends("es")) forms.push_back(word.substr(0, word.size() - 2));
  if (ends("s")) forms.push_back(word.substr(0, word.size() - 1));
  return forms;
}

}  // namespace nsys_ai::inline agent
