// Every message of the protocol, as methods.def lists them.
#pragma once

#include <string_view>
#include <utility>

#include "protocol/lsp_methods.h"
#include "protocol/nsys_methods.h"

namespace nsys_ai {

// Sorted by name.
struct Methods {
  template <class Visit>
  static constexpr void for_each(Visit&& visit) {
#define NSYS_METHOD(name) visit.template operator()<method::name>();
#include "protocol/methods.def"
#undef NSYS_METHOD
  }
  static constexpr bool sorted() {
    bool sorted = true;
    std::string_view before;
    for_each([&]<class M>() { sorted = std::exchange(before, M::kMethod) < M::kMethod && sorted; });
    return sorted;
  }
};
static_assert(Methods::sorted());

}  // namespace nsys_ai
