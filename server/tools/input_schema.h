// Derives the JSON Schemas of a tool's parameters and results from lists of fields. The schemas are short,
// because every agent reads them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/fields.h"
#include "protocol/json.h"
#include "protocol/nsys.h"
#include "protocol/wire.h"

namespace nsys_ai {

enum class Travels { in, out };

// Input schemas describe their members and forbid others; output schemas only have the names.
template <Travels kWay>
class SchemaOf {
 public:
  template <HasFields T>
  static Json of() {
    Json schema = typed("object");
    Json properties = Json::object();
    Json required = Json::array();
    for_each_field<T>([&]<class M>(std::string_view name, M& member, std::string_view doc) {
      Json of_member = type_of(member);
      // The names of a window's members say what they are, and many tools have one.
      if (kWay == Travels::in && !std::is_same_v<T, nsys::TimeWindow>) of_member.set("description", doc);
      properties.set(name, std::move(of_member));
      if (!is_optional(member)) required.push(name);
    });
    schema.set("properties", std::move(properties));
    if (!required.if_array()->empty()) schema.set("required", std::move(required));
    if (kWay == Travels::in) schema.set("additionalProperties", false);
    return schema;
  }

 private:
  // Of an object inside of a result only the names are said.
  template <HasFields T>
  static Json inner_of() {
    Json schema = of<T>();
    if (kWay == Travels::out)
      std::erase_if(*schema.if_object(), [](const Json::Member& of) { return of.name == "required"; });
    return schema;
  }
  static Json typed(std::string_view name) {
    Json json;
    json.set("type", name);
    return json;
  }
  template <class T>
  static bool is_optional(const T&) {
    return false;
  }
  template <class T>
  static bool is_optional(const std::optional<T>&) {
    return true;
  }

  template <class T>
  static Json type_of(const std::optional<T>&) {
    return type_of(T{});
  }
  template <class T>
  static Json type_of(const std::vector<T>&) {
    Json json = typed("array");
    json.set("items", type_of(T{}));
    return json;
  }
  static Json type_of(const OrderedMap<Scalar>&) { return typed("object"); }
  static Json type_of(const std::string&) { return typed("string"); }
  // A text, a number, true, false or null; the schema allows any type.
  static Json type_of(const Scalar&) { return Json::object(); }
  // A value with its own schema elsewhere; this schema allows any type.
  static Json type_of(const Json&) { return Json::object(); }
  // By its name in JSON.
  template <NamedEnum E>
  static Json type_of(const E&) {
    Json names = Json::array();
    for (const auto& entry : names_of(E{})) names.push(entry.name);
    Json json = typed("string");
    json.set("enum", std::move(names));
    return json;
  }
  template <class T>
  static Json type_of(const T&) {
    if constexpr (HasFields<T>)
      return inner_of<T>();
    else if constexpr (std::is_same_v<T, bool>)
      return typed("boolean");
    else if constexpr (std::is_same_v<T, double>)
      return typed("number");
    else
      return typed("integer");
  }
};
using InputSchema = SchemaOf<Travels::in>;
using OutputSchema = SchemaOf<Travels::out>;

// The members that are not fields. Models invent parameters, and an error should name those.
template <HasFields T>
std::vector<std::string> unknown_members(const Json& given) {
  std::vector<std::string> unknown;
  const Json::Object* members = given.if_object();
  if (!members) return unknown;
  for (const Json::Member& member : *members) {
    bool known = false;
    for_each_field<T>(
        [&](std::string_view name, const auto&, std::string_view) { known = known || name == member.name; });
    if (!known) unknown.push_back(member.name);
  }
  return unknown;
}

// The field names as a sentence lists them: "a, b, c".
template <HasFields T>
std::string member_names() {
  std::string names;
  for_each_field<T>([&](std::string_view name, const auto&, std::string_view) {
    names += (names.empty() ? "" : ", ") + std::string(name);
  });
  return names;
}

}  // namespace nsys_ai
