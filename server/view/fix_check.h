// How a comparison shows that a fix of a finding helped, and which rule of a gate keeps it so.
#pragma once

#include <string>

#include "knowledge/finding.h"

namespace nsys_ai {

std::string fix_check_words(const Finding& finding);

}  // namespace nsys_ai
