// One pass over the bytes of a text.
#include "profile/load/split_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "profile/load/hex_digits.h"
#include "profile/names.h"

namespace nsys_ai::inline profile {
namespace {

// As many digits fit into 64 bits whatever they are.
constexpr size_t kMaxDigits = 19;
constexpr uint64_t kLargest = 9'999'999'999'999'999'999u;

// What a character may be of, as bits.
enum : uint8_t { kDigit = 1, kLowerHex = 2, kUpperHex = 4, kLetter = 8 };

constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> classes{};
  const auto set = [&](char from, char to, uint8_t of) {
    for (char c = from; c <= to; ++c) classes[static_cast<unsigned char>(c)] = of;
  };
  set('a', 'z', kLetter);
  set('A', 'Z', kLetter);
  set('_', '_', kLetter);
  set('0', '9', kDigit);
  set('a', 'f', kLowerHex);
  set('A', 'F', kUpperHex);
  return classes;
}();
uint8_t class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
bool is_digit(char c) { return class_of(c) == kDigit; }

// Digits, letters of one case, or both.
bool is_hex(uint8_t classes) { return (classes & ~(kDigit | kLowerHex)) == 0 || (classes & ~(kDigit | kUpperHex)) == 0; }

constexpr size_t kUuidBytes = 36;

// A UUID whose first group is the word that begins here.
bool is_uuid(const char* at, const char* end) {
  if (end - at < static_cast<ptrdiff_t>(kUuidBytes)) return false;
  if (at + kUuidBytes != end && class_of(at[kUuidBytes]) != 0) return false;
  uint8_t classes = 0;
  for (size_t i = 0; i < kUuidBytes; ++i) {
    const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    const uint8_t of = class_of(at[i]);
    if (hyphen ? at[i] != '-' : of == 0) return false;
    classes |= of;
  }
  return is_hex(classes);
}

// Of a word that is not of digits alone.
TextWord::Kind kind_of(const char* word, size_t size, uint8_t classes) {
  constexpr size_t kFewestHexDigits = 8;
  if ((classes & kLetter) == 0)
    return size >= kFewestHexDigits && size <= kMostHexDigits && (classes & kDigit) != 0 && is_hex(classes)
               ? TextWord::hex
               : TextWord::other;
  if (word[0] != '0' || word[1] != 'x' || size < 3 || size - 2 > kMostHexDigits) return TextWord::other;
  uint8_t of_digits = 0;
  for (size_t i = 2; i < size; ++i) of_digits |= class_of(word[i]);
  return is_hex(of_digits) ? TextWord::address : TextWord::other;
}

// The word at the front, of which `at` is a character of words, and its value where it is of digits.
[[gnu::always_inline]] inline TextWord word_of(const char* at, const char* end, uint64_t& value) {
  const char* const word = at;
  value = 0;
  for (; at != end && is_digit(*at); ++at) value = value * 10 + static_cast<unsigned char>(*at - '0');
  uint8_t classes = at != word ? kDigit : 0;
  const bool begins_with_digits = classes != 0;
  const char* const digits_end = at;
  for (uint8_t of = 0; at != end && (of = class_of(*at)) != 0; ++at) classes |= of;
  const auto size = static_cast<size_t>(at - word);
  if (size == 8 && at != end && *at == '-' && is_uuid(word, end)) [[unlikely]]
    return {kUuidBytes, TextWord::uuid};
  if (begins_with_digits && at == digits_end) return {size, TextWord::digits};
  return {size, kind_of(word, size, classes)};
}

// Whether a run of digits is a number: of those that begin with a zero only that itself.
bool is_plain(const char* digits, size_t size) { return size <= kMaxDigits && (*digits != '0' || size == 1); }

// Calls `literal(from, to)`, `number(value)` and `hex(from, to)` for the parts of a valid text, in their order.
template <class Literal, class Number, class Hex>
void each_part(std::string_view text, Literal literal, Number number, Hex hex) {
  const char* const end = text.data() + text.size();
  const char* from = text.data();
  for (const char* at = from; at != end;) {
    if (class_of(*at) == 0) {
      ++at;
      continue;
    }
    uint64_t value = 0;
    const char* const word = at;
    const TextWord of = word_of(at, end, value);
    at += of.size;
    if (of.kind == TextWord::other || (of.kind == TextWord::digits && !is_plain(word, of.size))) continue;
    const char* const first = word + (of.kind == TextWord::address ? 2 : 0);
    literal(from, first);
    if (of.kind == TextWord::digits)
      number(value);
    else
      hex(first, at);
    from = at;
  }
  literal(from, end);
}

size_t next_sign(std::string_view of_template, size_t at) {
  while (at < of_template.size() && !is_sign(of_template[at])) ++at;
  return at;
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

TextWord word_at(std::string_view text, size_t at) {
  if (at >= text.size() || class_of(text[at]) == 0) return {};
  uint64_t value = 0;
  return word_of(text.data() + at, text.data() + text.size(), value);
}

bool is_template(std::string_view bytes) {
  const auto of_word = [&](size_t at) { return at < bytes.size() && class_of(bytes[at]) != 0; };
  bool after_word = false;
  for (size_t at = 0; at < bytes.size();) {
    if (is_sign(bytes[at])) {
      const bool after_prefix = bytes[at] == kHexSign && at >= 2 && bytes.substr(at - 2, 2) == "0x" &&
                                (at == 2 || !of_word(at - 3));
      if ((after_word && !after_prefix) || of_word(at + 1)) return false;
      after_word = false;
      ++at;
      continue;
    }
    const TextWord word = word_at(bytes, at);
    if (word.kind != TextWord::other && !(word.kind == TextWord::digits && !is_plain(&bytes[at], word.size)))
      return false;
    after_word = word.size > 0;
    at += std::max<size_t>(1, word.size);
  }
  for (size_t at = 0; at <= bytes.size();) {
    const size_t sign = next_sign(bytes, at);
    if (!is_text(bytes.substr(at, sign - at))) return false;
    at = sign + 1;
  }
  return true;
}

std::string whole_text(std::string_view of_template, std::string_view numbers) {
  std::string text;
  text.reserve(of_template.size() + numbers.size() * 3);
  for (size_t at = 0;;) {
    const size_t sign = next_sign(of_template, at);
    text += of_template.substr(at, sign - at);
    if (sign == of_template.size()) return text;
    if (of_template[sign] == kHexSign) {
      take_hex(numbers, text);
    } else {
      char digits[kMaxDigits + 1];
      const uint64_t value = take_number(numbers).value_or(0);
      text.append(digits, std::to_chars(digits, digits + sizeof(digits), value).ptr);
    }
    at = sign + 1;
  }
}

std::optional<size_t> bytes_of_numbers(std::string_view of_template, std::string_view bytes) {
  std::string_view rest = bytes;
  for (size_t sign = next_sign(of_template, 0); sign != of_template.size();
       sign = next_sign(of_template, sign + 1)) {
    if (of_template[sign] == kHexSign) {
      const auto hex = bytes_of_hex(rest);
      if (!hex) return std::nullopt;
      rest.remove_prefix(*hex);
    } else if (!take_number(rest)) {
      return std::nullopt;
    }
  }
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
      },
      [&](const char* first, const char* last) {
        *to++ = kHexSign;
        append_hex(numbers_, {first, static_cast<size_t>(last - first)});
      });
  const auto bytes = static_cast<size_t>(to - template_.data());
  return {{template_.data(), bytes}, numbers_, !valid};
}

}  // namespace nsys_ai::inline profile
