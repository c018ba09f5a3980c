// The parameters of a skill: described by their fields, given as text, read with errors that name the field.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
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

// As people write them: `limit=20`, `min_gap=1ms`, `name=flash`.
using ParamValues = std::map<std::string, std::string>;

// One text into a value of the parameter's type and unit. Durations are `1ms`, `60us`, `500ns`, `2s` or plain
// ns.
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
                      ValueTraits<M>::value(member), std::string(doc)});
  });
  return params;
}

// Fails on a name that is no parameter (naming the near ones) and on a value that cannot be read.
Result<void> check_params(const std::vector<Param>& params, const ParamValues& values);

template <HasFields Params>
Result<Params> read_params(const ParamValues& values) {
  Params params;
  const std::vector<Param> described = params_of<Params>();
  if (auto checked = check_params(described, values); !checked) return tl::unexpected(checked.error());
  size_t at = 0;
  auto read = [&](std::string_view name, auto& member, std::string_view) {
    const Param& param = described[at++];
    if (auto given = values.find(std::string(name)); given != values.end())
      assign(member, *read_param(param, given->second));
  };
  fields(params, read);
  return params;
}

}  // namespace nsys_ai
