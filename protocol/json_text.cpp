// Writes JSON values on one line, or indented for people.
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/json_append.h"
#include "protocol/json.h"

namespace nsys_ai {
namespace {

template <class N>
void append_number(std::string& out, N value) {
  std::array<char, 40> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  const std::string_view text(digits.data(), static_cast<size_t>(end - digits.data()));
  out += text;
  // Writes 1.0 and not 1, for readers that distinguish real numbers from integers.
  if constexpr (std::is_same_v<N, double>)
    if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

}  // namespace

// Appends values to a text.
class JsonText {
 public:
  explicit JsonText(std::string& out) : out_(out) {}

  // Writes on one line. Stops and returns false once the text is longer than `limit`.
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

  // `used` is the number of characters already on the current line.
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
  // Whether a value cannot be split over lines.
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
