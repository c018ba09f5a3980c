// JSON values as text: on one line, or laid out for people.
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/text_table.h"
#include "protocol/json.h"
#include "protocol/json_append.h"

namespace nsys_ai {
namespace {

// The length of the UTF-8 sequence at `at`; 0 when the bytes there are none (overlong forms and surrogates
// too).
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

// \uXXXX
void append_code(std::string& out, uint32_t code) {
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

template <class N>
void append_number(std::string& out, N value) {
  std::array<char, 40> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const std::string_view text(digits.data(), static_cast<size_t>(end - digits.data()));
  out += text;
  // A real number stays one for readers that tell 1 from 1.0.
  if constexpr (std::is_same_v<N, double>)
    if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

}  // namespace

void append_json(std::string& out, std::string_view text) {
  out += '"';
  for (size_t at = 0; at < text.size();) {
    // Most text is plain, and is taken in one piece.
    size_t end = at;
    while (end < text.size() && stands_for_itself(text[end])) ++end;
    out += text.substr(at, end - at);
    at = end;
    if (at == text.size()) break;
    const size_t length = sequence_length(text, at);
    // JSON is read on terminals too.
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
  append_number(out, value);
  if (!exact) out += '"';
}

// Appends values to a text.
class JsonText {
 public:
  explicit JsonText(std::string& out) : out_(out) {}

  // On one line. Stops, and says so, once the text is longer than `limit`.
  bool line(const Json& json, std::string_view comma, std::string_view colon, size_t limit) {
    if (const auto* array = json.if_array()) {
      std::string_view before = "[";
      for (const Json& item : *array) {
        out_ += before;
        if (!line(item, comma, colon, limit)) return false;
        before = comma;
      }
      out_ += array->empty() ? "[]" : "]";
    } else if (const auto* object = json.if_object()) {
      std::string_view before = "{";
      for (const auto& [name, value] : *object) {
        out_ += before;
        append_json(out_, std::string_view(name));
        out_ += colon;
        if (!line(value, comma, colon, limit)) return false;
        before = comma;
      }
      out_ += object->empty() ? "{}" : "}";
    } else {
      scalar(json);
    }
    return out_.size() <= limit;
  }

  // `used` is how much of the current line is taken.
  void lines(const Json& json, size_t indent, size_t used) {
    constexpr size_t kWidth = 100;
    const size_t before = out_.size();
    if (line(json, ", ", ": ", before + (used < kWidth ? kWidth - used : 0)) || is_atom(json)) return;
    out_.resize(before);
    const auto new_line = [&](size_t depth) {
      out_ += '\n';
      out_.append(depth, ' ');
    };
    const size_t inner = indent + 2;
    const char* separator = "";
    if (const auto* array = json.if_array()) {
      out_ += '[';
      for (const Json& item : *array) {
        out_ += std::exchange(separator, ",");
        new_line(inner);
        lines(item, inner, inner + 1);
      }
    } else {
      out_ += '{';
      for (const auto& [name, value] : *json.if_object()) {
        out_ += std::exchange(separator, ",");
        new_line(inner);
        const size_t start = out_.size();
        append_json(out_, std::string_view(name));
        out_ += ": ";
        lines(value, inner, inner + 1 + out_.size() - start);
      }
    }
    new_line(indent);
    out_ += json.if_array() ? ']' : '}';
  }

 private:
  // What cannot be broken over lines.
  static bool is_atom(const Json& json) {
    if (const auto* array = json.if_array()) return array->empty();
    if (const auto* object = json.if_object()) return object->empty();
    return true;
  }

  void scalar(const Json& json) {
    if (const auto* text = std::get_if<std::string>(&json.value_))
      append_json(out_, std::string_view(*text));
    else if (const auto* integer = std::get_if<int64_t>(&json.value_))
      append_number(out_, *integer);
    else if (const auto* real = std::get_if<double>(&json.value_); real && std::isfinite(*real))
      append_number(out_, *real);
    else if (const auto* flag = std::get_if<bool>(&json.value_))
      out_ += *flag ? "true" : "false";
    else
      out_ += "null";
  }

  std::string& out_;
};

std::string Json::compact() const {
  std::string out;
  JsonText(out).line(*this, ",", ":", std::numeric_limits<size_t>::max());
  return out;
}

std::string Json::pretty() const {
  std::string out;
  JsonText(out).lines(*this, 0, 0);
  return out;
}

}  // namespace nsys_ai
