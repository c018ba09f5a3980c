// The relational model as a page of Markdown, for people and agents who write queries.
#pragma once

#include <string>

namespace nsys_ai {

// All tables with their columns: docs/SCHEMA.md, and what `nsys-ai query --schema` prints.
std::string model_page();

}  // namespace nsys_ai
