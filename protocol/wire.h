// Building blocks of wire types, for JSON values that have no plain C++ type.
#pragma once

#include <array>
#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/value.h"

namespace nsys_ai {

// `null`, or empty parameters.
struct Nothing {
  friend bool operator==(const Nothing&, const Nothing&) = default;
};

// The id of a request or the token of a progress: an integer or a string, as the client chooses.
struct Token {
  std::variant<int64_t, std::string> value;
  friend auto operator<=>(const Token&, const Token&) = default;
};

// A cell of an answer or a parameter of a skill.
struct Scalar {
  using Held = std::variant<std::monostate, bool, int64_t, double, std::string>;
  Held value;

  Scalar() = default;
  template <class T>
  requires std::constructible_from<Held, T> Scalar(T v) : value(std::move(v)) {}
  Scalar(const Value& v) {
    std::visit([this](const auto& held) { value = held; }, v);
  }
  // As a person writes it: 5, 0.1, true, 1ms; empty for null.
  std::string text() const;
};

// A JSON object whose member names are data; it keeps their order.
template <class T>
struct OrderedMap {
  std::vector<std::pair<std::string, T>> entries;
};

// An enumeration that is a string in JSON declares its names beside it:
//   constexpr auto names_of(Severity) { return std::array{EnumName{Severity::high, "high"}, ...}; }
template <class E>
struct EnumName {
  E value;
  std::string_view name;
};

template <class E>
concept NamedEnum = requires {
  names_of(E{});
};

template <NamedEnum E>
std::string_view enum_name(E value) {
  for (const auto& entry : names_of(E{}))
    if (entry.value == value) return entry.name;
  return "";
}

template <NamedEnum E>
std::optional<E> enum_named(std::string_view name) {
  for (const auto& entry : names_of(E{}))
    if (entry.name == name) return entry.value;
  return std::nullopt;
}

// One of several structs, identified by its member `kind`; each struct declares its value as `kKind`.
template <class T>
concept Kinded = requires {
  std::string_view(T::kKind);
};

// The name of a variant in the schema and in the clients' types; variants without a name are written inline.
template <class V>
inline constexpr std::string_view kVariantName = "";

}  // namespace nsys_ai
