// Reads parameters from text.
#include "skill/params.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "base/quotation.h"
#include "base/suggest.h"

namespace nsys_ai {
namespace {

std::string_view expected(const Param& param) {
  if (param.unit == Unit::ns || param.unit == Unit::clock_ns)
    return "a duration such as 1ms, 60us, 500ns or plain ns";
  if (param.type == ValueType::integer) return "a whole number from 0 upwards";
  if (param.type == ValueType::real) return "a number";
  return "a text";
}

}  // namespace

Result<Value> read_param(const Param& param, std::string_view text) {
  std::optional<Value> value;
  if (param.unit == Unit::ns || param.unit == Unit::clock_ns) {
    if (const auto ns = parse_duration(text)) value = *ns;
  } else if (param.type == ValueType::integer) {
    if (const auto integer = parse_integer(text)) value = *integer;
  } else if (param.type == ValueType::real) {
    if (const auto real = parse_real(text)) value = *real;
  } else {
    value = std::string(text);
  }
  const auto* integer = value ? std::get_if<int64_t>(&*value) : nullptr;
  if (!value || (integer != nullptr && *integer < 0 && param.unit != Unit::clock_ns))
    return fail(ErrorCode::bad_request,
                fmt::format("params.{}: \"{}\" is not {}.", param.name, quotation(text), expected(param)),
                fmt::format("{}: {}", param.name, param.doc));
  return *value;
}

Result<CheckedParams> check_params(const std::vector<Param>& params, const ParamValues& given) {
  std::vector<Value> values;
  values.reserve(params.size());
  for (const Param& param : params) values.push_back(param.default_value);
  for (const auto& [name, text] : given) {
    const auto param = std::ranges::find(params, name, &Param::name);
    if (param == params.end()) {
      std::vector<std::string> names;
      names.reserve(params.size());
      for (const Param& known : params) names.push_back(known.name);
      const auto near = nearest(name, names);
      return fail(ErrorCode::bad_request, fmt::format("There is no parameter {}.", quotation(name)),
                  near.empty() ? fmt::format("The parameters are {}.", fmt::join(names, ", "))
                               : fmt::format("Did you mean {}?", either(near)));
    }
    auto value = read_param(*param, text);
    if (!value) return tl::unexpected(value.error());
    values[static_cast<size_t>(param - params.begin())] = std::move(*value);
  }
  return CheckedParams(CheckedParams::Made{std::move(values), given});
}

}  // namespace nsys_ai
