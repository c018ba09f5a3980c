// One pass over the bytes of a text, 64 at a time.
#include "profile/load/split_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include "profile/load/hex_digits.h"
#include "profile/load/little_endian.h"
#include "profile/names.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace nsys_ai {
namespace {

// The largest count of digits that always fits into 64 bits.
constexpr size_t kMaxDigits = 19;
constexpr uint64_t kLargest = 9'999'999'999'999'999'999u;

// Character classes, as bits.
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

// Whether the classes contain digits, letters of one case, or both.
bool is_hex(uint8_t classes) {
  return (classes & ~(kDigit | kLowerHex)) == 0 || (classes & ~(kDigit | kUpperHex)) == 0;
}

constexpr size_t kUuidBytes = 36;

// Whether a UUID begins with the word at `at`.
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

// The kind of a word with other characters than digits.
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

// The word at the front, of which `at` is a word character, and its value if it consists of digits.
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

// Whether digits form a plain number: a leading zero is only valid in `0`.
bool is_plain(const char* digits, size_t size) { return size <= kMaxDigits && (*digits != '0' || size == 1); }

// A vector of bytes with operations that return bit masks, the first byte in the lowest bit.
class Lanes {
 public:
#ifdef __SSE2__
  static constexpr size_t kBytes = 16;
  explicit Lanes(const char* bytes) : bytes_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes))) {}
  Lanes folded() const { return Lanes(_mm_or_si128(bytes_, _mm_set1_epi8(0x20))); }  // to lowercase
  uint64_t within(char from, char to) const {
    const __m128i above = _mm_sub_epi8(bytes_, _mm_set1_epi8(from));
    const __m128i least = _mm_min_epu8(above, _mm_set1_epi8(static_cast<char>(to - from)));
    return static_cast<uint64_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(above, least)));
  }

 private:
  explicit Lanes(__m128i bytes) : bytes_(bytes) {}
  __m128i bytes_;
#else
  static constexpr size_t kBytes = 8;
  explicit Lanes(const char* bytes) : bytes_(little_endian(bytes)) {}
  Lanes folded() const { return Lanes(bytes_ | kOnes * 0x20); }
  uint64_t within(char from, char to) const {
    const uint64_t above = (bytes_ | kHighBits) - kOnes * static_cast<unsigned char>(from);
    const uint64_t beyond = (bytes_ | kHighBits) - kOnes * (static_cast<unsigned char>(to) + 1u);
    // Collects the high bits by multiplication: no two products overlap in a bit.
    return ((above & ~beyond & ~bytes_ & kHighBits) >> 7) * 0x0102040810204080 >> 56;
  }

 private:
  static constexpr uint64_t kOnes = 0x0101010101010101;
  static constexpr uint64_t kHighBits = kOnes << 7;
  explicit Lanes(uint64_t bytes) : bytes_(bytes) {}
  uint64_t bytes_;
#endif
};

// Up to 64 bytes of a text with the class of each, to find words without a branch per byte.
struct SplitBlock {
  static constexpr size_t kBytes = 64;

  SplitBlock(const char* text, size_t count) : size(count) {
    std::memcpy(bytes, text, count);
    std::memset(bytes + count, 0, Lanes::kBytes);
    for (size_t at = 0; at < count; at += Lanes::kBytes) {
      const Lanes lanes(bytes + at);
      const Lanes folded = lanes.folded();
      const uint64_t digit = lanes.within('0', '9');
      const uint64_t underscore = lanes.within('_', '_');
      word |= (digit | folded.within('a', 'z') | underscore) << at;
      digits |= digit << at;
      beyond_hex |= (folded.within('g', 'z') | underscore) << at;
    }
  }
  // The size of the word at `at`, or of its rest.
  size_t word_size(size_t at) const { return static_cast<size_t>(std::countr_one(word >> at)); }
  // The beginnings of words that may be more than letters: with a digit, or with eight consecutive
  // hexadecimal digits anywhere.
  uint64_t starts() const {
    uint64_t eight = word & ~beyond_hex;
    for (const int together : {1, 2, 4}) eight &= eight >> together;
    return word & ~(word << 1) & (eight != 0 ? ~uint64_t{0} : digits);
  }

  // Whether the letters among these hexadecimal digits have one case.
  bool of_one_case(uint64_t of) const {
    uint64_t large = 0;
    for (size_t at = 0; at < size; at += Lanes::kBytes) large |= Lanes(bytes + at).within('A', 'F') << at;
    const uint64_t letters = of & word & ~digits;
    return (letters & large) == 0 || (letters & ~large) == 0;
  }

  size_t size;
  uint64_t word = 0;
  uint64_t digits = 0;
  uint64_t beyond_hex = 0;  // in words, not hexadecimal
  char bytes[kBytes + Lanes::kBytes];
};

// A mask of the lowest `count` bits, from 1 to 64.
uint64_t low_bits(size_t count) { return ~uint64_t{0} >> (64 - count); }

// The value of at most eight digits, combined pairwise in parallel.
uint64_t value_of_eight(uint64_t digits, size_t count) {
  digits = digits << (64 - 8 * count) & 0x0F0F0F0F0F0F0F0F;
  digits = digits * 10 + (digits >> 8);
  return ((digits & 0x000000FF000000FF) * (100 + (uint64_t{1'000'000} << 32)) +
          (digits >> 16 & 0x000000FF000000FF) * (1 + (uint64_t{10'000} << 32))) >>
         32;
}

// Whether a UUID begins with the word at `at`; it and the byte after it must be in the block.
bool is_uuid_of_block(const SplitBlock& block, size_t at) {
  constexpr uint64_t kHyphens = 1 << 8 | 1 << 13 | 1 << 18 | 1 << 23;
  const char* const bytes = block.bytes + at;
  return (block.word >> at & low_bits(kUuidBytes + 1)) == (low_bits(kUuidBytes) & ~kHyphens) &&
         (block.beyond_hex >> at & low_bits(kUuidBytes)) == 0 && bytes[8] == '-' && bytes[13] == '-' &&
         bytes[18] == '-' && bytes[23] == '-' && block.of_one_case(low_bits(kUuidBytes) << at);
}

uint64_t value_of(const SplitBlock& block, size_t at, size_t count) {
  constexpr size_t kTogether = 8;
  const uint64_t first = little_endian(block.bytes + at);
  if (count <= kTogether) return value_of_eight(first, count);
  uint64_t value = value_of_eight(first, kTogether);
  for (size_t i = kTogether; i < count; ++i)
    value = value * 10 + static_cast<uint64_t>(block.bytes[at + i] - '0');
  return value;
}

// The word at `at`, which ends in the block or with the text, and its value if it consists of digits.
[[gnu::always_inline]] inline TextWord word_of_block(const SplitBlock& block, size_t at, const char* text,
                                                     const char* end, uint64_t& value) {
  constexpr size_t kFewestHexDigits = 8;
  const size_t size = block.word_size(at);
  const uint64_t bytes = low_bits(size) << at;
  const bool is_other =
      (block.digits >> at & 1) == 0 && (size < kFewestHexDigits || (block.beyond_hex & bytes) != 0);
  if (is_other) return {size, TextWord::other};
  if (size == kFewestHexDigits) {
    if (at + kUuidBytes >= SplitBlock::kBytes) return word_of(text, end, value);
    if (is_uuid_of_block(block, at)) return {kUuidBytes, TextWord::uuid};
  }
  const bool of_digits = (bytes & ~block.digits) == 0;
  if (!of_digits && size >= kFewestHexDigits && (block.beyond_hex & bytes) == 0)
    return {size, (bytes & block.digits) != 0 && block.of_one_case(bytes) ? TextWord::hex : TextWord::other};
  if (!of_digits || size > kMaxDigits) [[unlikely]]
    return word_of(text, end, value);
  value = value_of(block, at, size);
  return {size, TextWord::digits};
}

// Calls `word(at, word, value)`, in order, for the words of a text that may be more than letters.
template <class Word>
void each_word(const char* text, const char* end, Word call) {
  while (text != end) {
    const SplitBlock block(text, std::min(SplitBlock::kBytes, static_cast<size_t>(end - text)));
    uint64_t starts = block.starts();
    size_t next = block.size;
    if (text + block.size != end) {
      // The last word may continue, so it begins the next block, or it exceeds this one.
      next -= static_cast<size_t>(std::countl_one(block.word));
      if (next == 0) {
        uint64_t value = 0;
        const TextWord of = word_of(text, end, value);
        call(text, of, value);
        text += of.size;
        continue;
      }
      starts &= low_bits(next);
    }
    while (starts != 0) {
      const auto at = static_cast<size_t>(std::countr_zero(starts));
      uint64_t value = 0;
      const TextWord of = word_of_block(block, at, text + at, end, value);
      call(text + at, of, value);
      if (at + of.size >= next) {
        next = at + of.size;
        break;
      }
      starts &= ~low_bits(at + of.size);
    }
    text += next;
  }
}

// Calls `literal(from, to)`, `number(value)` and `hex(from, to)`, in order, for the parts of a valid text.
template <class Literal, class Number, class Hex>
void each_part(std::string_view text, Literal literal, Number number, Hex hex) {
  const char* const end = text.data() + text.size();
  const char* from = text.data();
  each_word(text.data(), end, [&](const char* at, const TextWord& of, uint64_t value) {
    if (of.kind == TextWord::other || (of.kind == TextWord::digits && !is_plain(at, of.size))) return;
    const char* const first = at + (of.kind == TextWord::address ? 2 : 0);
    literal(from, first);
    from = at + of.size;
    if (of.kind == TextWord::digits)
      number(value);
    else
      hex(first, from);
  });
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

// Parses and removes the first number; empty when it is not in the splitter's encoding.
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
      consume_hex(numbers, text);
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
  // A template is at most as long as its text.
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

}  // namespace nsys_ai
