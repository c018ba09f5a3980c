// The words and brackets of a statement that SQLite took, with their places: enough to cut parts out of it.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace nsys_ai {

// A word, a bracket or a comma. Texts, quoted names, numbers and other signs are `other`; blanks and comments
// are none.
struct SqlToken {
  enum class Kind { word, open, close, comma, other };
  Kind kind = Kind::other;
  size_t begin = 0;  // in the text
  size_t end = 0;
  size_t match = 0;  // of a bracket: the token that is its other half

  std::string_view of(std::string_view sql) const { return sql.substr(begin, end - begin); }
};

// Empty when brackets do not match.
std::vector<SqlToken> sql_tokens(std::string_view sql);

// Where a parameter such as `:min` first stands; the end of the text where it does not.
size_t place_of_parameter(std::string_view sql, std::string_view parameter);

// Whether a word is this one, which is given in small letters, in whatever case.
bool is_word(std::string_view word, std::string_view small);

}  // namespace nsys_ai
