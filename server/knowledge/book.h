// The book of root causes: the pages of docs/root-causes, compiled in.
#pragma once

#include <span>
#include <string>

#include "knowledge/cause.h"

namespace nsys_ai::inline knowledge {

// By key. A page that cannot be read is a defect, and every test meets it.
std::span<const Cause> root_cause_book();

// The table of all causes that the book begins with: docs/root-causes/README.md.
std::string book_contents();

}  // namespace nsys_ai::inline knowledge
