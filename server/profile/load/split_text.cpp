// One pass over the bytes of a text.
#include "profile/load/split_text.h"

#include <array>
#include <charconv>
#include <cstring>

#include "profile/names.h"

namespace nsys_ai::inline profile {
namespace {

// As many digits fit into 64 bits whatever they are.
constexpr size_t kMaxDigits = 19;
constexpr uint64_t kLargest = 9'999'999'999'999'999'999u;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

constexpr std::array<bool, 256> kOfWords = [] {
  std::array<bool, 256> of_words{};
  for (size_t byte = 0; byte < of_words.size(); ++byte)
    of_words[byte] = byte < 128 && (is_digit(static_cast<char>(byte)) || is_letter(static_cast<char>(byte)));
  return of_words;
}();
bool is_of_word(char c) { return kOfWords[static_cast<unsigned char>(c)]; }

// Calls `literal(from, to)` and `number(value)` for the parts of a valid text, in their order. A run of
// digits stands alone where it is a whole word.
template <class Literal, class Number>
void each_part(std::string_view text, Literal literal, Number number) {
  const char* const end = text.data() + text.size();
  const char* from = text.data();
  for (const char* at = from; at != end;) {
    if (!is_of_word(*at)) {
      ++at;
      continue;
    }
    const char* const word = at;
    uint64_t value = 0;
    for (; at != end && is_digit(*at); ++at) value = value * 10 + static_cast<unsigned char>(*at - '0');
    const auto digits = static_cast<size_t>(at - word);
    while (at != end && is_of_word(*at)) ++at;
    if (digits != static_cast<size_t>(at - word) || digits > kMaxDigits || (*word == '0' && digits > 1))
      continue;
    literal(from, word);
    number(value);
    from = at;
  }
  literal(from, end);
}

void append_number(std::string& bytes, uint64_t value) {
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  bytes += static_cast<char>(value);
}

// Takes the first number off; nothing when there is none that a splitter writes.
std::optional<uint64_t> take_number(std::string_view& bytes) {
  uint64_t value = 0;
  for (size_t at = 0; at < bytes.size() && at < 10; ++at) {
    const auto byte = static_cast<unsigned char>(bytes[at]);
    if (at == 9 && byte > 1) return std::nullopt;
    value |= uint64_t{byte & 0x7Fu} << 7 * at;
    if (byte >= 0x80) continue;
    if ((byte == 0 && at > 0) || value > kLargest) return std::nullopt;
    bytes.remove_prefix(at + 1);
    return value;
  }
  return std::nullopt;
}

}  // namespace

bool is_lone_number(std::string_view text, size_t begin, size_t end) {
  const bool letter_before = begin > 0 && (is_letter(text[begin - 1]) || is_digit(text[begin - 1]));
  const bool letter_after = end < text.size() && is_letter(text[end]);
  return !letter_before && !letter_after;
}

bool is_template(std::string_view bytes) {
  const auto is_number = [&](size_t at) { return bytes[at] == kNumberSign || is_digit(bytes[at]); };
  for (size_t at = 0; at < bytes.size();) {
    if (!is_number(at)) {
      ++at;
      continue;
    }
    const size_t first = at;
    while (at < bytes.size() && is_number(at)) ++at;
    const std::string_view run = bytes.substr(first, at - first);
    const bool is_sign = run.size() == 1 && run[0] == kNumberSign;
    if (!is_sign && run.find(kNumberSign) != std::string_view::npos) return false;
    const bool plain = is_sign || (run.size() <= kMaxDigits && (run[0] != '0' || run.size() == 1));
    if ((plain && is_lone_number(bytes, first, at)) != is_sign) return false;
  }
  for (size_t at = 0;;) {
    const size_t sign = bytes.find(kNumberSign, at);
    if (!is_text(bytes.substr(at, sign - at))) return false;
    if (sign == std::string_view::npos) return true;
    at = sign + 1;
  }
}

std::string whole_text(std::string_view of_template, std::string_view numbers) {
  std::string text;
  text.reserve(of_template.size() + numbers.size() * 3);
  for (size_t at = 0;;) {
    const size_t sign = of_template.find(kNumberSign, at);
    text += of_template.substr(at, sign - at);
    if (sign == std::string_view::npos) return text;
    char digits[kMaxDigits + 1];
    const uint64_t value = take_number(numbers).value_or(0);
    text.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
    at = sign + 1;
  }
}

std::optional<size_t> bytes_of_numbers(std::string_view of_template, std::string_view bytes) {
  std::string_view rest = bytes;
  for (size_t sign = of_template.find(kNumberSign); sign != std::string_view::npos;
       sign = of_template.find(kNumberSign, sign + 1))
    if (!take_number(rest)) return std::nullopt;
  return bytes.size() - rest.size();
}

TextSplitter::Split TextSplitter::split(std::string_view text) {
  const bool valid = is_text(text);
  if (!valid) [[unlikely]] {
    fixed_ = repaired_text(text);
    text = fixed_;
  }
  // A template is no longer than its text.
  if (template_.size() < text.size()) template_.resize(text.size());
  char* to = template_.data();
  numbers_.clear();
  each_part(
      text,
      [&](const char* first, const char* last) {
        if (first != last) std::memcpy(to, first, static_cast<size_t>(last - first));
        to += last - first;
      },
      [&](uint64_t value) {
        *to++ = kNumberSign;
        append_number(numbers_, value);
      });
  const auto bytes = static_cast<size_t>(to - template_.data());
  return {{template_.data(), bytes}, numbers_, !valid};
}

}  // namespace nsys_ai::inline profile
