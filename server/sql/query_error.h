// Turns SQLite's message about a failed query into a sentence with a position and a hint.
#pragma once

#include <string_view>

#include "base/result.h"
#include "sql/sandbox.h"

namespace nsys_ai {

// A position in the text of a query: both count from 1; columns count bytes.
struct TextPosition {
  int line = 1;
  int column = 1;
};
TextPosition position_at(std::string_view text, size_t offset);

// An error with its position: `FILE:LINE: message` when the query comes from a file.
Error located_error(std::string_view sql, std::string_view file, size_t offset, std::string message,
                    std::string hint = {});

// The error for the last failed call on the connection.
Error query_error(const Sandbox& sandbox, int code, std::string_view sql, std::string_view file);

}  // namespace nsys_ai
