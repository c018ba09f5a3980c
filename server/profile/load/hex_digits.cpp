// The first byte is the count of digits, 0 for a UUID, and its highest bit says that letters are large.
#include "profile/load/hex_digits.h"

#include <algorithm>

namespace nsys_ai::inline profile {
namespace {

constexpr uint8_t kUpperCase = 0x80;
constexpr size_t kUuidDigits = 32;

bool is_hyphen_after(size_t digits) { return digits == 8 || digits == 12 || digits == 16 || digits == 20; }

uint8_t value_of_digit(char c) {
  return static_cast<uint8_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
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
  HexHeader header{(first & ~kUpperCase) == 0, (first & kUpperCase) != 0, size_t{first} & ~size_t{kUpperCase}};
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
  const bool uuid = text.find('-') != std::string_view::npos;
  const bool upper = std::any_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'F'; });
  bytes += static_cast<char>((uuid ? 0 : text.size()) | (upper ? kUpperCase : 0));
  bool high = true;
  for (const char c : text) {
    if (c == '-') continue;
    if (high)
      bytes += static_cast<char>(value_of_digit(c) << 4);
    else
      bytes.back() = static_cast<char>(static_cast<uint8_t>(bytes.back()) | value_of_digit(c));
    high = !high;
  }
}

std::optional<size_t> bytes_of_hex(std::string_view bytes) {
  const auto header = hex_header(bytes);
  if (!header || (header->digits % 2 == 1 && (bytes[header->bytes() - 1] & 0x0F) != 0)) return std::nullopt;
  return header->bytes();
}

bool take_hex(std::string_view& bytes, std::string& text) {
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

}  // namespace nsys_ai::inline profile
