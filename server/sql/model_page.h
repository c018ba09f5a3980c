// The relational model as a Markdown page, for everybody who writes queries.
#pragma once

#include <string>

namespace nsys_ai {

// All tables with their columns: docs/SCHEMA.md, and the output of `nsys-ai query --schema`.
std::string model_page();

}  // namespace nsys_ai
