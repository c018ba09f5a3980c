// Writes text as JSON: copies plain runs unchanged and escapes everything else.
#include "base/json_append.h"

#include <array>
#include <charconv>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

// The length of the UTF-8 sequence at `at`; 0 when it is invalid (also for overlong forms and surrogates).
size_t sequence_length(std::string_view text, size_t at) {
  const auto byte = [&](size_t offset) -> unsigned {
    return at + offset < text.size() ? static_cast<unsigned char>(text[at + offset]) : 0U;
  };
  const auto follows = [&](size_t offset) { return (byte(offset) & 0xC0U) == 0x80U; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return follows(1) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    if (first == 0xE0 && byte(1) < 0xA0) return 0;
    if (first == 0xED && byte(1) > 0x9F) return 0;
    return follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    if (first == 0xF0 && byte(1) < 0x90) return 0;
    if (first == 0xF4 && byte(1) > 0x8F) return 0;
    return follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

// Appends \uXXXX, or a surrogate pair for code points above U+FFFF.
void append_code(std::string& out, uint32_t code) {
  if (code > 0xFFFF) {
    append_code(out, 0xD800 + ((code - 0x10000) >> 10));
    append_code(out, 0xDC00 + ((code - 0x10000) & 0x3FF));
    return;
  }
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) out += kDigits[code >> shift & 0xFU];
}

void append_escape(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  append_code(out, static_cast<unsigned char>(c));
}

bool stands_for_itself(char c) {
  return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f && c != '"' &&
         c != '\\';
}

}  // namespace

void append_json(std::string& out, std::string_view text) {
  out += '"';
  for (size_t at = 0; at < text.size();) {
    // Most text is plain and is copied in one run.
    size_t end = at;
    while (end < text.size() && stands_for_itself(text[end])) ++end;
    out += text.substr(at, end - at);
    at = end;
    if (at == text.size()) break;
    const size_t length = sequence_length(text, at);
    // People read JSON on terminals too.
    const auto active = length > 1 ? active_character(text, at) : std::nullopt;
    if (length == 1)
      append_escape(out, text[at]);
    else if (active)
      append_code(out, active->code);
    else
      out += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  out += '"';
}

void append_json(std::string& out, int64_t value) {
  const bool exact = value <= kExactInteger && value >= -kExactInteger;
  if (!exact) out += '"';
  std::array<char, 20> digits;
  out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
  if (!exact) out += '"';
}

}  // namespace nsys_ai
