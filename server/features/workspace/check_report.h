// Writes the report of a check for people, for a pull request, and for programs that read JUnit's XML.
#pragma once

#include <cstddef>
#include <string>

#include "protocol/check_file.h"
#include "view/pages/page.h"

namespace nsys_ai {

// The outcome, the rules, and the largest cause in a sentence.
Page check_page(const CheckReport& report);
// With the comparison.
std::string check_markdown(const CheckReport& report, size_t most_bytes);
std::string check_junit(const CheckReport& report);

}  // namespace nsys_ai
