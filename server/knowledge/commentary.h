// Sums up an answer's table in one sentence with its numbers.
#pragma once

#include <string>
#include <vector>

#include "base/answer.h"

namespace nsys_ai {

// Describes the row that stands out.
struct Commentary {
  std::string text;             // empty for skills without a sentence, and for answers without rows
  std::vector<Value> row;       // the described row, with all columns of the table
  std::vector<size_t> columns;  // the columns that the text mentions: first the one by which the row stands
                                // out, then the others in order
};

Commentary commentary_on(const Answer& answer);

}  // namespace nsys_ai
