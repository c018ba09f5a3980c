// A dynamically typed table: skills return it, and every client prints it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/fields.h"
#include "base/units.h"

namespace nsys_ai {

enum class ValueType { integer, real, text };
enum class Unit { none, count, ns, clock_ns, bytes, share, gb_per_s, ref };

// The names in the protocol, as in {"type":"integer","unit":"ns"}; Unit::none is "".
std::string_view name_of(ValueType type);
std::string_view name_of(Unit unit);

// Null, or a value of the column's type.
using Value = std::variant<std::monostate, int64_t, double, std::string>;
// The same, with a view of a text that is stored elsewhere.
using ValueView = std::variant<std::monostate, int64_t, double, std::string_view>;
ValueView view_of(const Value& value);
Value copy_of(const ValueView& view);

struct Column {
  std::string name;
  ValueType type = ValueType::text;
  Unit unit = Unit::none;
  std::string doc;
};

using TableRows = std::vector<std::vector<Value>>;
struct Table {
  std::vector<Column> columns;
  TableRows rows;
};

// A reference to an event of the profile, for example `kernel:1234`: the event type and the row in its table.
struct EventRef {
  std::string text;
};

// Maps a C++ type to a column's type, unit and values. A text view is valid as long as the viewed value.
template <class T>
struct ValueTraits;
template <class T>
requires std::is_integral_v<T>
struct ValueTraits<T> {
  static constexpr ValueType type = ValueType::integer;
  static constexpr Unit unit = Unit::count;
  static ValueView view(T v) { return static_cast<int64_t>(v); }
};
template <>
struct ValueTraits<double> {
  static constexpr ValueType type = ValueType::real;
  static constexpr Unit unit = Unit::none;
  static ValueView view(double v) { return v; }
};
template <>
struct ValueTraits<std::string> {
  static constexpr ValueType type = ValueType::text;
  static constexpr Unit unit = Unit::none;
  static ValueView view(const std::string& v) { return v; }
};
template <>
struct ValueTraits<std::string_view> {
  static constexpr ValueType type = ValueType::text;
  static constexpr Unit unit = Unit::none;
  static ValueView view(std::string_view v) { return v; }
};
template <>
struct ValueTraits<Ns> {
  static constexpr ValueType type = ValueType::integer;
  static constexpr Unit unit = Unit::ns;
  static ValueView view(Ns v) { return v.count; }
};
template <>
struct ValueTraits<ClockNs> {
  static constexpr ValueType type = ValueType::integer;
  static constexpr Unit unit = Unit::clock_ns;
  static ValueView view(ClockNs v) { return v.count; }
};
template <>
struct ValueTraits<Bytes> {
  static constexpr ValueType type = ValueType::integer;
  static constexpr Unit unit = Unit::bytes;
  static ValueView view(Bytes v) { return v.count; }
};
template <>
struct ValueTraits<Id> {
  static constexpr ValueType type = ValueType::integer;
  static constexpr Unit unit = Unit::none;
  static ValueView view(Id v) { return v.number; }
};
template <>
struct ValueTraits<Share> {
  static constexpr ValueType type = ValueType::real;
  static constexpr Unit unit = Unit::share;
  static ValueView view(Share v) { return v.value; }
};
template <>
struct ValueTraits<GbPerS> {
  static constexpr ValueType type = ValueType::real;
  static constexpr Unit unit = Unit::gb_per_s;
  static ValueView view(GbPerS v) { return v.value; }
};
template <>
struct ValueTraits<EventRef> {
  static constexpr ValueType type = ValueType::text;
  static constexpr Unit unit = Unit::ref;
  static ValueView view(const EventRef& v) { return v.text; }
};
template <class T>
struct ValueTraits<std::optional<T>> {
  static constexpr ValueType type = ValueTraits<T>::type;
  static constexpr Unit unit = ValueTraits<T>::unit;
  static ValueView view(const std::optional<T>& v) { return v ? ValueTraits<T>::view(*v) : ValueView{}; }
};

// The columns for a row type, from its fields.
template <HasFields Row>
std::vector<Column> columns_of() {
  std::vector<Column> columns;
  for_each_field<Row>([&]<class M>(std::string_view name, M&, std::string_view doc) {
    columns.push_back({std::string(name), ValueTraits<M>::type, ValueTraits<M>::unit, std::string(doc)});
  });
  return columns;
}

// The values of a row, in the order of its columns.
template <HasFields Row>
std::vector<Value> values_of(const Row& row) {
  std::vector<Value> values;
  for_each_field(row, [&]<class M>(std::string_view, const M& member, std::string_view) {
    values.push_back(copy_of(ValueTraits<M>::view(member)));
  });
  return values;
}

}  // namespace nsys_ai
