// The readers' code that does not depend on a type.
#include "protocol/read.h"

#include <charconv>

#include "base/quotation.h"

namespace nsys_ai {

std::string JsonPath::text() const {
  std::string whole = parent ? parent->text() : std::string();
  if (name.empty()) return whole.append("[").append(std::to_string(index)).append("]");
  if (parent) whole.append(".");
  return whole.append(name);
}

bool JsonReader::needs(const JsonPath& path, std::string_view what) {
  if (error_.empty()) error_ = quotation(path.text()) + ": " + std::string(what) + " is needed";
  return false;
}

std::optional<int64_t> read_integer(const Json& json) {
  const std::string* text = json.if_string();
  if (!text) return json.if_integer();
  int64_t value = 0;
  const char* end = text->data() + text->size();
  const auto [stopped, error] = std::from_chars(text->data(), end, value);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return value;
}

std::optional<Scalar> read_scalar(const Json& json) {
  if (json.is_null()) return Scalar();
  if (const auto* text = json.if_string()) return Scalar(*text);
  if (const auto flag = json.if_bool()) return Scalar(*flag);
  if (const auto integer = json.if_integer()) return Scalar(*integer);
  if (const auto number = json.if_number()) return Scalar(*number);
  return std::nullopt;
}

std::optional<Token> read_token(const Json& json) {
  if (const auto* text = json.if_string()) return Token{*text};
  if (const auto integer = json.if_integer()) return Token{*integer};
  return std::nullopt;
}

std::string Scalar::text() const {
  if (const auto* held = std::get_if<std::string>(&value)) return *held;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value)) return Json(*number).compact();
  return "";
}

}  // namespace nsys_ai
