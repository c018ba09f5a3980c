// Builds the JSON Schemas of wire types from their lists of fields. Only the emitter includes this header.
#pragma once

#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/fields.h"
#include "base/units.h"
#include "protocol/json.h"
#include "protocol/wire.h"

namespace nsys_ai {

// The name of a type without its namespaces, taken from the compiler's name of this function.
template <class T>
constexpr std::string_view type_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  text = text.substr(text.find("T = ") + 4);
  text = text.substr(0, text.find_first_of(";]"));
  return text.substr(text.rfind(':') + 1);
}

// Collects the definitions that schemas refer to.
class SchemaBook {
 public:
  // The definitions by name, as in $defs.
  Json definitions() const;

  template <class T>
  Json schema() {
    return schema(static_cast<const T*>(nullptr));
  }

 private:
  static Json type(std::string_view name) { return one("type", name); }
  static Json one(std::string_view name, Json value) {
    Json json;
    json.set(name, std::move(value));
    return json;
  }
  static Json reference(std::string_view name) { return one("$ref", "#/$defs/" + std::string(name)); }

  // Defines each name once. Two types of the same name are a defect, because one would hide the other.
  template <class T, class Make>
  Json defined(std::string_view name, Make make) {
    static const char tag = 0;
    for (const auto& known : known_)
      if (known.name == name) {
        if (known.tag != &tag) throw std::logic_error("Two wire types are named " + std::string(name));
        return reference(name);
      }
    known_.push_back({std::string(name), &tag, Json()});
    const size_t at = known_.size() - 1;
    Json schema = make();
    known_[at].schema = std::move(schema);
    return reference(name);
  }

  template <class T>
  Json schema(const T*) {
    if constexpr (HasFields<T>)
      return defined<T>(type_name<T>(), [this] { return structure<T>(); });
    else if constexpr (std::is_same_v<T, Json>)
      return Json::object();
    else if constexpr (std::is_same_v<T, Nothing>)
      return type("null");
    else if constexpr (std::is_same_v<T, bool>)
      return type("boolean");
    else if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, Ns> || std::is_same_v<T, ClockNs> ||
                       std::is_same_v<T, Bytes>)
      return integer();
    else if constexpr (std::is_integral_v<T>)
      return small_integer(std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, Share> || std::is_same_v<T, GbPerS>)
      return type("number");
    else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, EventRef>)
      return type("string");
    else if constexpr (std::is_same_v<T, Scalar>)
      return scalar();
    else if constexpr (std::is_same_v<T, Token>)
      return token();
    else if constexpr (NamedEnum<T>)
      return defined<T>(type_name<T>(), [] { return enumeration<T>(); });
    else
      return type("integer");
  }

  template <class T>
  Json schema(const std::optional<T>*) {
    Json json;
    json.set("anyOf", Json::Array{schema<T>(), type("null")});
    return json;
  }
  template <class T>
  Json schema(const std::vector<T>*) {
    Json json = type("array");
    json.set("items", schema<T>());
    return json;
  }
  template <class T>
  Json schema(const OrderedMap<T>*) {
    Json json = type("object");
    json.set("additionalProperties", schema<T>());
    return json;
  }
  template <class... Ts>
  Json schema(const std::variant<Ts...>*) {
    const auto make = [this] { return one("anyOf", Json::Array{schema<Ts>()...}); };
    constexpr std::string_view name = kVariantName<std::variant<Ts...>>;
    return name.empty() ? make() : defined<std::variant<Ts...>>(name, make);
  }

  template <class T>
  struct Member {
    static constexpr bool optional = false;
    using Type = T;
  };
  template <class T>
  struct Member<std::optional<T>> {
    static constexpr bool optional = true;
    using Type = T;
  };

  template <class T>
  Json structure() {
    Json json = type("object");
    Json properties = Json::object();
    Json required = Json::array();
    if constexpr (Kinded<T>) {
      properties.set("kind", one("const", T::kKind));
      required.push("kind");
    }
    for_each_field<T>([&]<class M>(std::string_view name, M&, std::string_view doc) {
      Json member = schema<typename Member<M>::Type>();
      member.set("description", doc);
      properties.set(name, std::move(member));
      if (!Member<M>::optional) required.push(name);
    });
    json.set("properties", std::move(properties));
    json.set("required", std::move(required));
    return json;
  }
  template <class E>
  static Json enumeration() {
    Json names = Json::array();
    for (const auto& entry : names_of(E{})) names.push(entry.name);
    Json json = type("string");
    json.set("enum", std::move(names));
    return json;
  }

  Json integer();
  Json small_integer(int64_t least, int64_t most);
  Json scalar();
  Json token();

  struct Known {
    std::string name;
    const void* tag;
    Json schema;
  };
  std::vector<Known> known_;
};

}  // namespace nsys_ai
