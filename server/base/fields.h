// One list of fields: a struct says its members once, and visitors make JSON, schemas, tables and help from
// it.
//
// A type joins in by a function template beside it:
//
//   template <class F>
//   void fields(Point& p, F& f) {
//     f("x", p.x, "How far right.");
//   }
//
// The visitor is called as f(name, member, doc) in the order of declaration.
#pragma once

#include <string_view>
#include <utility>

namespace nsys_ai {

struct NullVisitor {
  template <class M>
  void operator()(std::string_view, M&, std::string_view) {}
};

template <class T>
concept HasFields = requires(T& value, NullVisitor& visitor) {
  fields(value, visitor);
};

// Visits the fields of a constant value. The cast is sound, because the members reach `visit` as const.
template <HasFields T, class F>
void for_each_field(const T& value, F&& visit) {
  auto readonly = [&](std::string_view name, auto& member, std::string_view doc) {
    visit(name, std::as_const(member), doc);
  };
  fields(const_cast<T&>(value), readonly);
}

// Visits the fields of a default-constructed value, for visitors that need only names, types and docs.
template <HasFields T, class F>
void for_each_field(F&& visit) {
  T value{};
  fields(value, visit);
}

}  // namespace nsys_ai
