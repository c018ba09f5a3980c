// A sum of times or bytes that saturates at the bounds of 64 bits, whatever values a file contains.
#pragma once

#include <cstdint>

namespace nsys_ai {

class Sum {
 public:
  constexpr Sum() = default;
  constexpr Sum(int64_t value) : value_(value) {}
  constexpr Sum& operator+=(int64_t more) {
    if (__builtin_add_overflow(value_, more, &value_)) value_ = more < 0 ? INT64_MIN : INT64_MAX;
    return *this;
  }
  constexpr operator int64_t() const { return value_; }

 private:
  int64_t value_ = 0;
};

}  // namespace nsys_ai
