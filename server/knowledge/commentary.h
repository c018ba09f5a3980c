// What an answer's table says, in one sentence with its numbers.
#pragma once

#include <string>
#include <vector>

#include "base/answer.h"

namespace nsys_ai {

// About the row that stands out of it.
struct Commentary {
  std::string text;             // empty for skills about which nobody wrote one, and for answers without rows
  std::vector<Value> row;       // what it tells of, as wide as the table
  std::vector<size_t> columns;  // those that it tells: first what the row stands out by, then in its order
};

Commentary commentary_on(const Answer& answer);

}  // namespace nsys_ai
