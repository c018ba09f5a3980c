// The names of types and units on the wire.
#include "base/value.h"

#include <array>

namespace nsys_ai::inline base {
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

std::optional<Unit> unit_named(std::string_view name) {
  for (const auto& entry : kUnits)
    if (entry.name == name) return entry.unit;
  return std::nullopt;
}

}  // namespace nsys_ai::inline base
