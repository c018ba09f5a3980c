// The names of types and units in the protocol.
#include "base/value.h"

#include <array>

namespace nsys_ai {
namespace {

struct UnitName {
  Unit unit;
  std::string_view name;
};
constexpr std::array kUnits = {UnitName{Unit::none, ""},         UnitName{Unit::count, "count"},
                               UnitName{Unit::ns, "ns"},         UnitName{Unit::clock_ns, "clock_ns"},
                               UnitName{Unit::bytes, "bytes"},   UnitName{Unit::share, "share"},
                               UnitName{Unit::gb_per_s, "GB/s"}, UnitName{Unit::ref, "ref"}};

}  // namespace

ValueView view_of(const Value& value) {
  return std::visit([](const auto& of) { return ValueView(of); }, value);
}

Value copy_of(const ValueView& view) {
  if (const auto* text = std::get_if<std::string_view>(&view)) return std::string(*text);
  if (const auto* integer = std::get_if<int64_t>(&view)) return *integer;
  if (const auto* real = std::get_if<double>(&view)) return *real;
  return {};
}

std::string_view name_of(ValueType type) {
  switch (type) {
    case ValueType::integer:
      return "integer";
    case ValueType::real:
      return "real";
    case ValueType::text:
      return "text";
  }
  return "text";
}

std::string_view name_of(Unit unit) {
  for (const auto& entry : kUnits)
    if (entry.unit == unit) return entry.name;
  return "";
}

}  // namespace nsys_ai
