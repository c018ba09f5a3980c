// The captions of tables that count what they show.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

#include "base/text_table.h"

namespace nsys_ai {

// The caption of a table that shows all items.
std::string all_shown(std::integral auto count, std::string_view one, std::string_view more) {
  return count == 1 ? "The only " + std::string(one) + "." : "All " + counted(count, one, more) + ".";
}

}  // namespace nsys_ai
