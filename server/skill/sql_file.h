// The parsed text of a `.sql` skill. The title is on the first line; paragraphs of documentation follow. A
// parameter without a default is NULL unless it is given. Each column of the SELECT has its own line, which
// names it and ends in its type and meaning. The format:
//
//   -- Kernels by total time.
//   --
//   -- Where the GPU's time went.
//   --
//   -- @param min DURATION = 1us   Shorter ones are skipped.
//   -- @needs kernel
//   SELECT name,                       -- STRING    The kernel.
//          count(*)      AS calls,     -- COUNT     How often.
//          sum(duration) AS total      -- DURATION  On the GPU.
//   FROM kernel WHERE duration >= :min GROUP BY name ORDER BY total DESC, name
//
// Types: INTEGER COUNT DURATION TIME BYTES SHARE GBPS STRING REF REAL.
// Needs: kernel copy gpu_operation call nvtx.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "sql/column_kind.h"

namespace nsys_ai {

struct SqlFileParam {
  int line = 0;
  std::string name;
  const ColumnKind* kind = nullptr;
  std::string default_text;  // as a person would type it
  bool has_default = false;
  std::string doc;
};

struct SqlFileNeed {
  int line = 0;
  std::string name;
};

// A line of the SELECT, with its trailing comment.
struct SqlFileLine {
  int line = 0;
  std::string code;                  // the text before the comment
  std::string word;                  // the comment's first word; empty without a comment
  const ColumnKind* kind = nullptr;  // null if that word is no type
  std::string doc;
};

struct SqlFile {
  std::string title;
  std::string doc;
  std::vector<SqlFileParam> params;
  std::vector<SqlFileNeed> needs;
  std::vector<SqlFileLine> lines;
};

// Fails with `FILE:LINE: what is wrong`.
Result<SqlFile> parse_sql_file(std::string_view file_name, std::string_view text);

// `FILE:LINE: message`, the form of all errors about a skill's file.
Error error_at(std::string_view file_name, int line, std::string_view message, std::string hint = {});
// The line of an error, counted from 0, and its message; line 0 if the message names none.
struct LocatedError {
  uint32_t line = 0;
  std::string message;
};
LocatedError error_location(const Error& error, std::string_view file_name);
// The types of columns and parameters, for hints.
std::string column_kind_words();

}  // namespace nsys_ai
