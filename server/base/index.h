// A typed index into a column or a list, so that an index of streams cannot be mistaken for one of devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace nsys_ai {

template <class Tag>
struct Index {
  uint32_t value = 0;

  constexpr Index() = default;
  constexpr explicit Index(size_t at) : value(static_cast<uint32_t>(at)) {}
  constexpr operator size_t() const { return value; }
  friend constexpr bool operator==(Index a, Index b) { return a.value == b.value; }
  friend constexpr auto operator<=>(Index a, Index b) { return a.value <=> b.value; }

  // A value that means "no index", for columns that need one.
  static constexpr Index none() {
    Index index;
    index.value = UINT32_MAX;
    return index;
  }
  constexpr bool exists() const { return value != UINT32_MAX; }
};

}  // namespace nsys_ai

template <class Tag>
struct std::hash<nsys_ai::Index<Tag>> {
  size_t operator()(nsys_ai::Index<Tag> index) const { return index.value; }
};
