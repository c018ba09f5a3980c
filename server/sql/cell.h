// One value of the relational model, on its way to SQLite. Owns nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace nsys_ai {

struct SqlCell {
  enum class Kind : uint8_t { null, integer, real, text, made_text, ref };
  Kind kind = Kind::null;
  int64_t integer = 0;  // for a reference: its number
  double real = 0;
  // Valid as long as the profile. For a made text: until the view makes its next text. For a reference: its
  // family.
  std::string_view text;

  static SqlCell of(int64_t value) { return {Kind::integer, value, 0, {}}; }
  static SqlCell of(double value) { return {Kind::real, 0, value, {}}; }
  static SqlCell of(std::string_view value) { return {Kind::text, 0, 0, value}; }
  static SqlCell made(std::string_view value) { return {Kind::made_text, 0, 0, value}; }
  static SqlCell ref(std::string_view family, int64_t number) { return {Kind::ref, number, 0, family}; }
  template <class T>
  static SqlCell maybe(const std::optional<T>& value) {
    return value ? of(*value) : SqlCell{};
  }
};

// Equal cells of one column have equal keys; the reverse need not hold. Null and real cells have none.
inline std::optional<uint64_t> key_of(const SqlCell& cell) {
  switch (cell.kind) {
    case SqlCell::Kind::integer:
    case SqlCell::Kind::ref:
      return static_cast<uint64_t>(cell.integer);
    case SqlCell::Kind::text:
    case SqlCell::Kind::made_text:
      return std::hash<std::string_view>{}(cell.text);
    case SqlCell::Kind::null:
    case SqlCell::Kind::real:
      break;
  }
  return std::nullopt;
}

}  // namespace nsys_ai
