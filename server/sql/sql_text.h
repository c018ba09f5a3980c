// The words and brackets of a valid statement, with their positions: enough to cut parts out of it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace nsys_ai {

// A word, a bracket or a comma. Texts, quoted names, numbers and other signs are `other`; blanks and comments
// produce no token.
struct SqlToken {
  enum class Kind { word, open, close, comma, other };
  Kind kind = Kind::other;
  size_t begin = 0;  // offset in the text
  size_t end = 0;
  size_t match = 0;  // for a bracket: the token of the matching one

  std::string_view of(std::string_view sql) const { return sql.substr(begin, end - begin); }
};

// Empty when the brackets do not match.
std::vector<SqlToken> sql_tokens(std::string_view sql);

// The offset of the first use of a parameter like `:min`; the length of the text if it is not used.
size_t place_of_parameter(std::string_view sql, std::string_view parameter);

// Compares a word with `small`, which is in lower case, ignoring case.
bool is_word(std::string_view word, std::string_view small);

}  // namespace nsys_ai
