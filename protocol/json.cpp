// Access to JSON values.
#include "protocol/json.h"

#include <cmath>

namespace nsys_ai {

Json Json::object() {
  Json json;
  json.value_ = Object{};
  return json;
}

std::optional<bool> Json::if_bool() const {
  if (const auto* value = std::get_if<bool>(&value_)) return *value;
  return std::nullopt;
}

std::optional<int64_t> Json::if_integer() const {
  if (const auto* value = std::get_if<int64_t>(&value_)) return *value;
  constexpr double kExact = 9007199254740992.0;  // 2^53: up to here each integer has its own double
  if (const auto* value = std::get_if<double>(&value_))
    if (std::abs(*value) <= kExact && std::trunc(*value) == *value) return static_cast<int64_t>(*value);
  return std::nullopt;
}

std::optional<double> Json::if_number() const {
  if (const auto* value = std::get_if<double>(&value_)) return *value;
  if (const auto* value = std::get_if<int64_t>(&value_)) return static_cast<double>(*value);
  return std::nullopt;
}

const Json* Json::find(std::string_view name) const {
  const auto* object = if_object();
  if (!object) return nullptr;
  // Searches from the end, so that the last of several members with one name counts.
  for (auto member = object->rbegin(); member != object->rend(); ++member)
    if (member->name == name) return &member->value;
  return nullptr;
}

Json* Json::find(std::string_view name) { return const_cast<Json*>(std::as_const(*this).find(name)); }

const Json* Json::descend(std::initializer_list<std::string_view> way) const {
  const Json* at = this;
  for (const std::string_view name : way)
    if (at) at = at->find(name);
  return at;
}

Json& Json::set(std::string_view name, Json value) {
  if (!is_object()) value_ = Object{};
  if (Json* old = find(name)) return *old = std::move(value);
  auto& object = std::get<Object>(value_);
  object.push_back({std::string(name), std::move(value)});
  return object.back().value;
}

Json& Json::push(Json value) {
  if (!if_array()) value_ = Array{};
  auto& array = std::get<Array>(value_);
  array.push_back(std::move(value));
  return array.back();
}

bool operator==(const Json& a, const Json& b) { return a.value_ == b.value_; }

}  // namespace nsys_ai
