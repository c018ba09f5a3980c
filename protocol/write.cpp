// The writers' code that does not depend on a type.
#include "protocol/write.h"

#include "base/json_append.h"

namespace nsys_ai {

Json write_integer(int64_t value) {
  if (value > kExactInteger || value < -kExactInteger) return Json(std::to_string(value));
  return Json(value);
}

Json write_scalar(const Scalar& value) {
  if (const auto* text = std::get_if<std::string>(&value.value)) return Json(*text);
  if (const auto* flag = std::get_if<bool>(&value.value)) return Json(*flag);
  if (const auto* integer = std::get_if<int64_t>(&value.value)) return write_integer(*integer);
  if (const auto* number = std::get_if<double>(&value.value)) return Json(*number);
  return Json();
}

Json write_token(const Token& token) {
  if (const auto* text = std::get_if<std::string>(&token.value)) return Json(*text);
  return Json(std::get<int64_t>(token.value));
}

}  // namespace nsys_ai
