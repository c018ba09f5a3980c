// A JSON value. Independent of the parser's library, so that including this header is cheap.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// A value; copies are deep. Objects keep the order in which their members were set.
class Json {
 public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;

  Json();  // null
  template <std::same_as<bool> B>
  Json(B value);
  template <std::integral I>
  requires(!std::same_as<I, bool>) Json(I value);
  Json(double value);
  Json(std::string value);
  Json(std::string_view value);
  Json(const char* value);
  Json(Array value);
  static Json array();
  static Json object();

  // Fails on text that is not JSON in UTF-8, on nesting deeper than 200 and on more than four million values,
  // which limits the memory that a short text can take. Of members with one name the last counts.
  static Result<Json> parse(std::string_view text);
  // Writes on one line. Replaces bytes that are not UTF-8 with U+FFFD, and NaN and infinities, which JSON
  // lacks, with null.
  std::string compact() const;
  // Uses as many lines as necessary to keep each within 100 columns; values that fit stay on one line.
  std::string pretty() const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_object() const { return if_object() != nullptr; }
  std::optional<bool> if_bool() const;
  // Accepts 2.0, too, because some clients write integers in this form.
  std::optional<int64_t> if_integer() const;
  std::optional<double> if_number() const;
  const std::string* if_string() const { return std::get_if<std::string>(&value_); }
  const Array* if_array() const { return std::get_if<Array>(&value_); }
  const Object* if_object() const { return std::get_if<Object>(&value_); }
  Array* if_array() { return std::get_if<Array>(&value_); }
  Object* if_object() { return std::get_if<Object>(&value_); }

  // The member of that name; null if there is none or this is not an object.
  const Json* find(std::string_view name) const;
  Json* find(std::string_view name);
  // Finds a member through several levels: descend({"error", "code"}).
  const Json* descend(std::initializer_list<std::string_view> way) const;
  // Sets a member; turns any other value into an object first.
  Json& set(std::string_view name, Json value);
  // Appends an item; turns any other value into an array first.
  Json& push(Json value);

  // The order of items and members matters.
  friend bool operator==(const Json& a, const Json& b);

 private:
  friend class JsonText;
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> value_;
};

struct Json::Member {
  std::string name;
  Json value;
  friend bool operator==(const Member&, const Member&) = default;
};

// Constructors are defined after `Member`, whose destructor they need.
inline Json::Json() = default;
template <std::same_as<bool> B>
Json::Json(B value) : value_(value) {}
template <std::integral I>
requires(!std::same_as<I, bool>) Json::Json(I value) : value_(static_cast<int64_t>(value)) {}
inline Json::Json(double value) : value_(value) {}
inline Json::Json(std::string value) : value_(std::move(value)) {}
inline Json::Json(std::string_view value) : value_(std::string(value)) {}
inline Json::Json(const char* value) : value_(std::string(value)) {}
inline Json::Json(Array value) : value_(std::move(value)) {}
inline Json Json::array() { return Json(Array{}); }

}  // namespace nsys_ai
