// Completion in a `.sql` skill during editing: what may follow at a position, and what a word there names.
//
// An unfinished statement is rarely valid, so this looks only at tokens and never fails.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nsys_ai {

enum class SqlExpected {
  nothing,    // inside a literal or in the skill's documentation
  columns,    // columns of `tables`; also functions, keywords and parameters
  directive,  // after `-- @` in the head
  need,       // after `-- @needs`
  parameter,  // after a colon
  tables,     // after FROM, JOIN or a comma between tables
  type        // for a parameter in the head, or for a column in the comment after it
};

// A table that the statement names.
struct SqlTableName {
  std::string name;
  std::string alias;  // the table's name if it has no alias
};

struct SqlCompletion {
  SqlExpected expected = SqlExpected::nothing;
  size_t begin = 0;                  // of the unfinished word before the position
  std::vector<SqlTableName> tables;  // of the statement, at any depth; after a dot only those with the name
                                     // or alias before it
  bool qualified = false;            // after a dot: only columns may follow
};
SqlCompletion sql_completion(std::string_view text, size_t offset);

// A word of the statement, or `:name`.
struct SqlName {
  size_t begin = 0;
  size_t end = 0;
  std::string word;
  bool parameter = false;
  std::optional<std::string> qualifier;  // before a dot
  std::vector<SqlTableName> tables;      // of the statement
};
std::optional<SqlName> sql_name_at(std::string_view text, size_t offset);

}  // namespace nsys_ai
