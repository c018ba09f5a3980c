// Turns what SQLite says of a failed query into a sentence with a place and a hint.
#pragma once

#include <string_view>

#include "base/result.h"
#include "sql/sandbox.h"

namespace nsys_ai {

// Where in the text of a query: both count from 1; columns count bytes.
struct TextPosition {
  int line = 1;
  int column = 1;
};
TextPosition position_at(std::string_view text, size_t offset);

// A message with its place: `FILE:LINE: message` where the query stands in a file.
Error located_error(std::string_view sql, std::string_view file, size_t offset, std::string message,
                    std::string hint = {});

// What the last call on the connection failed with.
Error query_error(const Sandbox& sandbox, int code, std::string_view sql, std::string_view file);

}  // namespace nsys_ai
