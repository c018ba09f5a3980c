// Writes structs as JSON by their lists of fields; omits empty optionals.
//
//   Json json = write_json(result);
#pragma once

#include <type_traits>

#include "base/fields.h"
#include "base/units.h"
#include "protocol/json.h"
#include "protocol/wire.h"

namespace nsys_ai {

// JavaScript's numbers are exact up to 2^53; a larger integer is written as a string.
Json write_integer(int64_t value);
Json write_scalar(const Scalar& value);
Json write_token(const Token& value);

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
Json write_json(const T& value);

template <class T>
Json write_container(const std::optional<T>& value) {
  return value ? write_json(*value) : Json();
}

template <class T>
Json write_container(const std::vector<T>& values) {
  Json::Array array;
  array.reserve(values.size());
  for (const auto& value : values) array.push_back(write_json(value));
  return array;
}

template <class T>
Json write_container(const OrderedMap<T>& value) {
  Json json = Json::object();
  json.if_object()->reserve(value.entries.size());
  for (const auto& [name, member] : value.entries) json.if_object()->push_back({name, write_json(member)});
  return json;
}

template <HasFields T>
void write_members(const T& value, Json& json) {
  for_each_field(value, [&]<class M>(std::string_view name, const M& member, std::string_view) {
    if constexpr (IsOptional<M>::value)
      if (!member) return;
    json.if_object()->push_back({std::string(name), write_json(member)});
  });
}

template <Kinded... Ts>
Json write_container(const std::variant<Ts...>& value) {
  return std::visit(
      []<class T>(const T& held) {
        Json json = Json::object();
        json.set("kind", T::kKind);
        write_members(held, json);
        return json;
      },
      value);
}

// Readers distinguish the alternatives by their JSON types.
template <class... Ts>
requires(!(Kinded<Ts> && ...)) Json write_container(const std::variant<Ts...>& value) {
  return std::visit([](const auto& held) { return write_json(held); }, value);
}

template <class T>
Json write_json(const T& value) {
  if constexpr (HasFields<T>) {
    Json json = Json::object();
    write_members(value, json);
    return json;
  } else if constexpr (std::is_same_v<T, Nothing>) {
    return Json();
  } else if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, bool> || std::is_same_v<T, double> ||
                       std::is_same_v<T, std::string>) {
    return Json(value);
  } else if constexpr (std::is_integral_v<T>) {
    return write_integer(static_cast<int64_t>(value));
  } else if constexpr (std::is_same_v<T, Scalar>) {
    return write_scalar(value);
  } else if constexpr (std::is_same_v<T, Token>) {
    return write_token(value);
  } else if constexpr (std::is_same_v<T, Ns> || std::is_same_v<T, ClockNs> || std::is_same_v<T, Bytes>) {
    return write_integer(value.count);
  } else if constexpr (std::is_same_v<T, Share> || std::is_same_v<T, GbPerS>) {
    return Json(value.value);
  } else if constexpr (std::is_same_v<T, EventRef>) {
    return Json(value.text);
  } else if constexpr (NamedEnum<T>) {
    return Json(enum_name(value));
  } else if constexpr (std::is_enum_v<T>) {
    return Json(static_cast<int64_t>(value));
  } else {
    return write_container(value);
  }
}

}  // namespace nsys_ai
