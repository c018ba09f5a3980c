// The first byte is the number of digits, 0 for a UUID; its highest bit means uppercase letters.
#include "profile/load/hex_digits.h"

#include <array>
#include <cstring>
#include <utility>

#include "profile/load/little_endian.h"

namespace nsys_ai {
namespace {

constexpr uint8_t kUpperCase = 0x80;
constexpr size_t kUuidDigits = 32;
// The offset and the length of each group of digits in a UUID.
constexpr std::array<std::pair<size_t, size_t>, 5> kUuidGroups = {
    {{0, 8}, {9, 4}, {14, 4}, {19, 4}, {24, 12}}};

bool is_hyphen_after(size_t digits) { return digits == 8 || digits == 12 || digits == 16 || digits == 20; }

constexpr uint64_t kOnes = 0x0101010101010101;

// Which of eight characters are uppercase letters, as the lowest bits of their bytes; digits and lowercase
// letters have bit 0x20.
uint64_t large_letters(uint64_t eight) { return eight >> 6 & ~(eight >> 5) & kOnes; }

// The values of eight digits, two per byte in four bytes. Zero bytes give zeros.
uint32_t packed(uint64_t eight) {
  uint64_t values = (eight & kOnes * 0x0F) + (eight >> 6 & kOnes) * 9;
  values = (values << 4 | values >> 8) & 0x00FF00FF00FF00FF;
  values = (values | values >> 8) & 0x0000FFFF0000FFFF;
  return static_cast<uint32_t>(values | values >> 16);
}

struct HexHeader {
  bool uuid;
  bool upper;
  size_t digits;
  size_t bytes() const { return 1 + (digits + 1) / 2; }
};

std::optional<HexHeader> hex_header(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto first = static_cast<uint8_t>(bytes[0]);
  HexHeader header{(first & ~kUpperCase) == 0, (first & kUpperCase) != 0,
                   size_t{first} & ~size_t{kUpperCase}};
  if (header.uuid) header.digits = kUuidDigits;
  if (header.digits > kMostHexDigits || header.bytes() > bytes.size()) return std::nullopt;
  return header;
}

uint8_t digit_at(std::string_view bytes, size_t digit) {
  const auto both = static_cast<uint8_t>(bytes[1 + digit / 2]);
  return digit % 2 == 0 ? both >> 4 : both & 0x0F;
}

}  // namespace

void append_hex(std::string& bytes, std::string_view text) {
  constexpr size_t kTogether = 8;
  std::array<char, kMostHexDigits> digits{};
  size_t count = 0;
  const bool uuid = text.size() > 8 && text[8] == '-';
  if (uuid) {
    for (const auto& [from, size] : kUuidGroups) {
      std::memcpy(digits.data() + count, text.data() + from, size);
      count += size;
    }
  } else {
    count = text.size();
    std::memcpy(digits.data(), text.data(), count);
  }
  std::array<char, 1 + kMostHexDigits / 2> out;
  uint64_t large = 0;
  for (size_t at = 0; at < count; at += kTogether) {
    const uint64_t eight = little_endian(digits.data() + at);
    large |= large_letters(eight);
    const uint32_t four = packed(eight);
    for (size_t i = 0; i < kTogether / 2; ++i) out[1 + at / 2 + i] = static_cast<char>(four >> 8 * i);
  }
  out[0] = static_cast<char>((uuid ? 0 : count) | (large != 0 ? kUpperCase : 0));
  bytes.append(out.data(), 1 + (count + 1) / 2);
}

std::optional<size_t> bytes_of_hex(std::string_view bytes) {
  const auto header = hex_header(bytes);
  if (!header || (header->digits % 2 == 1 && (bytes[header->bytes() - 1] & 0x0F) != 0)) return std::nullopt;
  return header->bytes();
}

bool consume_hex(std::string_view& bytes, std::string& text) {
  const auto header = hex_header(bytes);
  if (!header) return false;
  const char* const of_digit = header->upper ? "0123456789ABCDEF" : "0123456789abcdef";
  for (size_t digit = 0; digit < header->digits; ++digit) {
    if (header->uuid && is_hyphen_after(digit)) text += '-';
    text += of_digit[digit_at(bytes, digit)];
  }
  bytes.remove_prefix(header->bytes());
  return true;
}

}  // namespace nsys_ai
