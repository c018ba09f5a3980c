// Completion in a `.sql` skill while it is being written: what may stand at a position, and what a word there
// names.
//
// An unfinished statement is rarely valid, so this goes by tokens alone and never fails.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

enum class SqlExpected {
  nothing,    // inside a literal, or in the documentation of the skill
  columns,    // of `tables`; also functions, keywords and parameters
  directive,  // after `-- @` in the head
  need,       // after `-- @needs`
  parameter,  // after a colon
  tables,     // after FROM, JOIN or a comma between tables
  type        // of a parameter in the head, or of a column in the comment after it
};

// A table as the statement names it.
struct SqlTableName {
  std::string name;
  std::string alias;  // the name where it has no other
};

struct SqlCompletion {
  SqlExpected expected = SqlExpected::nothing;
  size_t begin = 0;                  // of the word that is being typed, up to the place
  std::vector<SqlTableName> tables;  // of the statement, at any depth; those of the name or alias in front of
                                     // a dot alone, where there is one
  bool qualified = false;            // after a dot: nothing but columns
};
SqlCompletion sql_completion(std::string_view text, size_t offset);

// A word of the statement, or `:name`.
struct SqlName {
  size_t begin = 0;
  size_t end = 0;
  std::string word;
  bool parameter = false;
  std::optional<std::string> qualifier;  // in front of a dot
  std::vector<SqlTableName> tables;      // of the statement
};
std::optional<SqlName> sql_name_at(std::string_view text, size_t offset);

}  // namespace nsys_ai
