// A count with its noun, as a person writes it: `1 kernel`, `1,234 kernels`.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "base/text_table.h"

namespace nsys_ai {

std::string counted(std::integral auto count, std::string_view one, std::string_view more) {
  return readable_count(static_cast<int64_t>(count)).append(" ").append(count == 1 ? one : more);
}

// The caption of a table that shows all items.
std::string all_shown(std::integral auto count, std::string_view one, std::string_view more) {
  return count == 1 ? "The only " + std::string(one) + "." : "All " + counted(count, one, more) + ".";
}

}  // namespace nsys_ai
