// Reads structs from JSON by their lists of fields. Errors name the place: "params.position.line: a number
// ... is needed".
//
//   Result<lsp::HoverParams> params = read_json<lsp::HoverParams>(json, "params");
//
// A missing or null member is an error, except for std::optional. Ignores unknown members.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "base/fields.h"
#include "base/units.h"
#include "protocol/json.h"
#include "protocol/wire.h"

namespace nsys_ai {

// The position of a reader; converted to text only for an error.
struct JsonPath {
  const JsonPath* parent = nullptr;
  std::string_view name;
  size_t index = 0;  // used if `name` is empty

  std::string text() const;
};

// Reads integers, also those in strings. Returns nullopt for other values and for integers beyond 64 bits.
std::optional<int64_t> read_integer(const Json& json);
std::optional<Scalar> read_scalar(const Json& json);
std::optional<Token> read_token(const Json& json);

// Holds the first error; each read returns whether it succeeded.
class JsonReader {
 public:
  const std::string& error() const { return error_; }

  template <class T>
  bool read(const Json& json, T& value, const JsonPath& path) {
    if constexpr (HasFields<T>)
      return read_struct(json, value, path);
    else if constexpr (std::is_same_v<T, Json>)
      return value = json, true;
    else if constexpr (std::is_same_v<T, Nothing>)
      return true;
    else if constexpr (std::is_same_v<T, bool>)
      return take(json.if_bool(), value, path, "true or false");
    else if constexpr (std::is_integral_v<T>)
      return read_integral(json, value, path);
    else if constexpr (std::is_same_v<T, double>)
      return take(json.if_number(), value, path, "a number");
    else if constexpr (std::is_same_v<T, std::string>)
      return json.if_string() ? (value = *json.if_string(), true) : needs(path, "a string");
    else if constexpr (std::is_same_v<T, Scalar>)
      return take(read_scalar(json), value, path, "a string, a number, true, false or null");
    else if constexpr (std::is_same_v<T, Token>)
      return take(read_token(json), value, path, "a string or an integer");
    else if constexpr (std::is_same_v<T, Ns> || std::is_same_v<T, ClockNs> || std::is_same_v<T, Bytes>)
      return read(json, value.count, path);
    else if constexpr (std::is_same_v<T, Share> || std::is_same_v<T, GbPerS>)
      return read(json, value.value, path);
    else if constexpr (std::is_same_v<T, EventRef>)
      return read(json, value.text, path);
    else if constexpr (NamedEnum<T>)
      return read_named(json, value, path);
    else if constexpr (std::is_enum_v<T>)
      return read_numbered(json, value, path);
    else
      return read_container(json, value, path);
  }

 private:
  bool needs(const JsonPath& path, std::string_view what);

  template <class From, class T>
  bool take(const std::optional<From>& from, T& value, const JsonPath& path, std::string_view what) {
    if (!from) return needs(path, what);
    value = *from;
    return true;
  }

  template <class T>
  bool read_struct(const Json& json, T& value, const JsonPath& path) {
    if (!json.is_object()) return needs(path, "an object");
    static const Json missing;
    bool good = true;
    auto visit = [&](std::string_view name, auto& member, std::string_view) {
      if (!good) return;
      const Json* found = json.find(name);
      good = read(found ? *found : missing, member, JsonPath{&path, name});
    };
    fields(value, visit);
    return good;
  }

  template <class T>
  bool read_integral(const Json& json, T& value, const JsonPath& path) {
    const auto read = read_integer(json);
    if (read && std::in_range<T>(*read)) return value = static_cast<T>(*read), true;
    if constexpr (sizeof(T) == sizeof(int64_t)) return needs(path, "an integer");
    return needs(path, "an integer from " + std::to_string(std::numeric_limits<T>::min()) + " to " +
                           std::to_string(std::numeric_limits<T>::max()));
  }

  template <class E>
  bool read_numbered(const Json& json, E& value, const JsonPath& path) {
    std::underlying_type_t<E> number{};
    if (!read(json, number, path)) return false;
    value = static_cast<E>(number);
    return true;
  }

  template <class E>
  bool read_named(const Json& json, E& value, const JsonPath& path) {
    if (const auto* name = json.if_string())
      if (const auto named = enum_named<E>(*name)) return value = *named, true;
    std::string names;
    for (const auto& entry : names_of(E{})) names += (names.empty() ? "" : ", ") + std::string(entry.name);
    return needs(path, "one of " + names);
  }

  template <class T>
  bool read_container(const Json& json, std::optional<T>& value, const JsonPath& path) {
    value.reset();
    if (json.is_null()) return true;
    T held{};
    if (!read(json, held, path)) return false;
    value.emplace(std::move(held));
    return true;
  }

  template <class T>
  bool read_container(const Json& json, std::vector<T>& value, const JsonPath& path) {
    const auto* items = json.if_array();
    if (!items) return needs(path, "a list");
    value.clear();
    value.reserve(items->size());
    for (size_t at = 0; at < items->size(); ++at)
      if (!read((*items)[at], value.emplace_back(), JsonPath{&path, {}, at})) return false;
    return true;
  }

  template <class T>
  bool read_container(const Json& json, OrderedMap<T>& value, const JsonPath& path) {
    const auto* members = json.if_object();
    if (!members) return needs(path, "an object");
    value.entries.clear();
    for (const auto& [name, member] : *members)
      if (!read(member, value.entries.emplace_back(name, T{}).second, JsonPath{&path, name})) return false;
    return true;
  }

  template <Kinded... Ts>
  bool read_container(const Json& json, std::variant<Ts...>& value, const JsonPath& path) {
    const Json* kind = json.find("kind");
    const std::string* name = kind ? kind->if_string() : nullptr;
    bool good = false;
    const bool known =
        name &&
        ((*name == Ts::kKind && (good = read(json, value.template emplace<Ts>(), path), true)) || ...);
    if (known) return good;
    std::string kinds;
    ((kinds += (kinds.empty() ? "" : ", ") + std::string(Ts::kKind)), ...);
    return needs(JsonPath{&path, "kind"}, "one of " + kinds);
  }

  std::string error_;
};

template <class T>
Result<T> read_json(const Json& json, std::string_view root) {
  T value{};
  JsonReader reader;
  if (!reader.read(json, value, JsonPath{nullptr, root})) return fail(ErrorCode::bad_request, reader.error());
  return value;
}

}  // namespace nsys_ai
