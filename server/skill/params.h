// The parameters of a skill: described by their fields, given as text, and checked once. The checked set has
// a value for each parameter, and is what the skill runs with.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fields.h"
#include "base/result.h"
#include "base/value.h"

namespace nsys_ai {

struct Param {
  std::string name;
  ValueType type = ValueType::text;
  Unit unit = Unit::none;
  Value default_value;
  std::string doc;
};

// As people type them: `limit=20`, `min_gap=1ms`, `name=flash`.
using ParamValues = std::map<std::string, std::string>;

// Reads a text as a value of the parameter's type and unit. Durations are `1ms`, `60us`, `500ns`, `2s` or
// plain ns.
Result<Value> read_param(const Param& param, std::string_view text);

template <class T>
void assign(T& member, const Value& value) {
  if constexpr (std::is_same_v<T, Ns> || std::is_same_v<T, ClockNs> || std::is_same_v<T, Bytes>)
    member.count = std::get<int64_t>(value);
  else if constexpr (std::is_same_v<T, Share>)
    member.value = std::get<double>(value);
  else if constexpr (std::is_integral_v<T>)
    member = static_cast<T>(std::get<int64_t>(value));
  else if constexpr (std::is_same_v<T, double>)
    member = std::get<double>(value);
  else
    member = std::get<std::string>(value);
}

template <HasFields Params>
std::vector<Param> params_of() {
  std::vector<Param> params;
  for_each_field<Params>([&]<class M>(std::string_view name, M& member, std::string_view doc) {
    params.push_back({std::string(name), ValueTraits<M>::type, ValueTraits<M>::unit,
                      copy_of(ValueTraits<M>::view(member)), std::string(doc)});
  });
  return params;
}

// The parameters of one skill, each with a value of its type. Immutable; only `check_params` creates it.
class CheckedParams {
 public:
  // In the order of the skill's list: the given value, or the default.
  const std::vector<Value>& values() const { return made_.values; }
  // The given values, as they were typed.
  const ParamValues& given() const { return made_.given; }

 private:
  friend Result<CheckedParams> check_params(const std::vector<Param>& params, const ParamValues& given);
  struct Made {
    std::vector<Value> values;
    ParamValues given;
  };
  explicit CheckedParams(Made made) : made_(std::move(made)) {}

  Made made_;
};

// Fails on an unknown name (and suggests near ones) and on a value that cannot be read.
Result<CheckedParams> check_params(const std::vector<Param>& params, const ParamValues& given);

// The same as the skill's own type, from whose fields the list was made.
template <HasFields Params>
Params typed_params(const CheckedParams& checked) {
  Params params;
  size_t at = 0;
  auto read = [&](std::string_view, auto& member, std::string_view) {
    assign(member, checked.values()[at++]);
  };
  fields(params, read);
  return params;
}

}  // namespace nsys_ai
