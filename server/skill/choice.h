// A text parameter with a fixed set of values.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/quotation.h"
#include "base/result.h"

namespace nsys_ai {

template <class Value>
struct Choice {
  std::string_view name;
  Value value;
};

// The value with that name. Fails with one sentence that lists the names.
template <class Value, size_t N>
Result<Value> chosen(std::string_view param, const std::string& given,
                     const std::array<Choice<Value>, N>& choices) {
  std::string names;
  for (size_t i = 0; i < N; ++i) {
    if (choices[i].name == given) return choices[i].value;
    names += (i == 0 ? "" : i + 1 == N ? " or " : ", ") + std::string(choices[i].name);
  }
  return fail(ErrorCode::bad_request,
              "params." + std::string(param) + ": \"" + quotation(given) + "\" is not " + names + ".");
}

}  // namespace nsys_ai
