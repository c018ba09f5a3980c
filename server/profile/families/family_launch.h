// The variables with which a launcher names the ranks of a run. An export holds whole environments, with
// secrets: no other variable is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "profile/families/lazy_family.h"

namespace nsys_ai {

class FamilyReader;

// Those of the program that Nsight Systems launched. Its children can have others, which the file does not
// assign to a process.
struct LaunchVariables : LazyFamily {
  std::vector<std::pair<NameId, int64_t>> values;  // non-negative numbers, in file order

  // The variable of that name; empty where there is none, or where two differ.
  std::optional<int64_t> value(std::string_view name) const;
  size_t bytes() const;
  static Result<LaunchVariables> read(const FamilyReader& reader);
};

}  // namespace nsys_ai
