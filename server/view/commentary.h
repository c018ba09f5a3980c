// What an answer's table says, in one sentence with its numbers.
#pragma once

#include <string>

#include "base/answer.h"

namespace nsys_ai::inline view {

// About the row that stands out of it; empty for skills about which nobody wrote one, and for answers without
// rows.
std::string commentary_on(const Answer& answer);

}  // namespace nsys_ai::inline view
