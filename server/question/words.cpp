// Blanks separate words; hyphens and slashes do too, except in identifiers.
#include "question/words.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/quantity.h"
#include "base/text_pattern.h"

namespace nsys_ai {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_capital(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_small(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

bool written_as_name(std::string_view word) {
  if (word.size() > 2 &&
      (word.find("::") != std::string_view::npos || word.find_first_of("<_.") != std::string_view::npos))
    return true;
  // A capital after a small letter: cudaMalloc, FlashAttnFunc.
  for (size_t i = 1; i < word.size(); ++i)
    if (is_small(word[i - 1]) && is_capital(word[i])) return true;
  return false;
}

// `kernel:1234`: letters, then numbers between colons.
bool is_reference(std::string_view word) {
  const size_t colon = word.find(':');
  if (colon == 0 || colon == std::string_view::npos || colon + 1 == word.size()) return false;
  const auto is_of_kind = [](char c) { return is_small(c) || c == '_' || c == '-'; };
  const auto is_of_place = [](char c) { return is_digit(c) || c == ':'; };
  return std::ranges::all_of(word.substr(0, colon), is_of_kind) &&
         std::ranges::all_of(word.substr(colon + 1), is_of_place);
}

// The number of leading bytes of the word that form a number.
size_t digits_in(std::string_view word) {
  size_t at = !word.empty() && word[0] == '-' ? 1 : 0;
  const auto digit_at = [&](size_t i) { return i < word.size() && is_digit(word[i]); };
  if (!digit_at(at)) return 0;
  while (digit_at(at) || ((at < word.size() && (word[at] == '.' || word[at] == ',')) && digit_at(at + 1)))
    ++at;
  if (at < word.size() && word[at] == 'e') {
    const size_t sign = at + 1 < word.size() && (word[at + 1] == '-' || word[at + 1] == '+') ? 1 : 0;
    if (digit_at(at + 1 + sign))
      for (at += 2 + sign; digit_at(at);) ++at;
  }
  return at;
}

std::optional<TypedNumber> number_of(const std::string& word) {
  if (word.starts_with('#')) return number_of(word.substr(1));
  const size_t end = digits_in(word);
  std::string digits = word.substr(0, end);
  std::erase(digits, ',');
  const auto value = parse_real(digits);
  const std::string suffix = word.substr(end);
  const auto is_of_unit = [](char c) { return is_letter(c) || c == '%' || c == '/'; };
  if (!value || !std::ranges::all_of(suffix, is_of_unit)) return std::nullopt;
  return TypedNumber{*value, suffix};
}

class Splitter {
 public:
  explicit Splitter(std::string_view question) : text_(question) {}

  std::vector<TypedWord> all() {
    for (size_t at = 0; at < text_.size();) {
      const char c = text_[at];
      const size_t closing =
          c == '"' || c == '`' || c == '\'' ? text_.find(c, at + 1) : std::string_view::npos;
      if (std::isspace(static_cast<unsigned char>(c))) {
        ++at;
      } else if (closing != std::string_view::npos) {
        if (closing > at + 1) put(at + 1, closing, true);
        at = closing + 1;
      } else {
        size_t end = at;
        while (end < text_.size() && !std::isspace(static_cast<unsigned char>(text_[end]))) ++end;
        split(at, end);
        at = end;
      }
    }
    return std::move(words_);
  }

 private:
  void put(size_t begin, size_t end, bool quoted) {
    TypedWord word;
    word.raw = std::string(text_.substr(begin, end - begin));
    word.text = ascii_lower(word.raw);
    if (word.text == "\xc2\xb5s" || word.text == "\xce\xbcs") word.text = "us";
    word.begin = begin;
    word.end = end;
    word.quoted = quoted;
    if (!quoted) {
      word.number = number_of(word.text);
      // `second` after a number, `per` or `a` is a unit.
      constexpr auto kOrdinals = std::to_array<std::string_view>({"second", "third", "fourth", "fifth"});
      const auto ordinal = std::ranges::find(kOrdinals, std::string_view(word.text));
      const bool of_time = !words_.empty() &&
                           (words_.back().number || words_.back().text == "per" || words_.back().text == "a");
      if (ordinal != kOrdinals.end() && !of_time)
        word.number = {2.0 + static_cast<double>(ordinal - kOrdinals.begin()), "th"};
      word.reference = is_reference(word.raw);
      word.like_name = !word.number && !word.reference && written_as_name(word.raw);
    }
    words_.push_back(std::move(word));
  }

  // One stretch without blanks: strips the punctuation around it, and splits at hyphens and slashes.
  void split(size_t begin, size_t end) {
    constexpr std::string_view kMarks = "?!,;:.()[]\"'`";
    bool ends_sentence = false;
    const auto marked = [&](size_t at) { return kMarks.find(text_[at]) != std::string_view::npos; };
    const bool called = end - begin > 2 && text_.substr(begin, end - begin).find('(') > 0;
    while (end > begin && marked(end - 1)) {
      if (text_[end - 1] == ')' && called && !text_.substr(begin, end - begin).ends_with("()") &&
          text_.substr(begin, end - begin).find('(') != std::string_view::npos)
        break;
      ends_sentence = ends_sentence || text_[end - 1] == '?' || text_[end - 1] == '!' ||
                      text_[end - 1] == '.' || text_[end - 1] == ';';
      --end;
    }
    while (begin < end && marked(begin)) ++begin;
    for (const std::string_view owner : {"'s", "\xe2\x80\x99s"})
      if (end - begin > owner.size() && text_.substr(begin, end - begin).ends_with(owner))
        end -= owner.size();
    if (begin < end) part(begin, end);
    if (ends_sentence && !words_.empty()) words_.back().ends_sentence = true;
  }

  void part(size_t begin, size_t end) {
    const std::string_view word = text_.substr(begin, end - begin);
    const std::string lower = ascii_lower(word);
    const bool whole = number_of(lower) || is_reference(word) || written_as_name(word) || lower == "gb/s";
    // `60.2-60.3`, `60.2s..60.3s`: two numbers and `to` between them.
    for (const std::string_view mark : {"...", "..", "-"}) {
      const size_t at = word.find(mark, 1);
      if (at == std::string_view::npos || lower.find('e') < at) continue;
      if (!number_of(ascii_lower(word.substr(0, at))) ||
          !number_of(ascii_lower(word.substr(at + mark.size()))))
        continue;
      put(begin, begin + at, false);
      words_.push_back({"to", "to", begin + at, begin + at + mark.size()});
      put(begin + at + mark.size(), end, false);
      return;
    }
    const size_t joint = word.find_first_of("-/");
    if (!whole && joint != std::string_view::npos && joint > 0) {
      part(begin, begin + joint);
      if (joint + 1 < word.size()) part(begin + joint + 1, end);
      return;
    }
    // `gpu0`, `stream7`, `p99` are two words each.
    const size_t digits = lower.find_first_of("0123456789");
    constexpr std::array kNumbered = std::to_array<std::string_view>(
        {"gpu", "device", "iteration", "p", "pid", "process", "step", "stream", "tid", "top"});
    if (digits != std::string::npos && digits > 0 && number_of(lower.substr(digits)) &&
        std::ranges::find(kNumbered, std::string_view(lower).substr(0, digits)) != kNumbered.end()) {
      put(begin, begin + digits, false);
      put(begin + digits, end, false);
      return;
    }
    put(begin, end, false);
  }

  std::string_view text_;
  std::vector<TypedWord> words_;
};

}  // namespace

std::vector<TypedWord> words_of(std::string_view question) { return Splitter(question).all(); }

std::string singular(std::string_view word) {
  std::string text(word);
  const auto ends = [&](std::string_view end) { return text.size() > end.size() + 1 && text.ends_with(end); };
  if (ends("ies"))
    text.replace(text.size() - 3, 3, "y");
  else if (ends("sses") || ends("ches") || ends("shes") || ends("xes"))
    text.resize(text.size() - 2);
  else if (text.size() > 3 && text.back() == 's' && !ends("ss") && !ends("is") &&
           (!ends("us") || text.ends_with("pus")))
    text.pop_back();
  return text;
}

}  // namespace nsys_ai
