// An export of Nsight Systems as SQLite shows it, for the plain SQL that answers are held against. It shares
// no code with the program. What versions spell differently is put straight once, into a few temporary
// tables:
//
//   raw_op    a row for each kernel, copy, memset and graph: kind (kernel memcpy memset graph), p (process
//   key), dev,
//             ctx, st, s, e, name (id in raw_name), bytes, copy, src, dst (numbers of CUPTI), regs, blocks,
//             threads, smem, and of the earliest call of its (process, correlation id): call (its rowid), cs,
//             ce, cg (global thread), cname (id in raw_name)
//   raw_call  a row for each call of the runtime or the driver, without twins: id, p, g (global thread), s,
//   e, name, ret raw_nvtx  ranges and marks: id, p, g, pushed (whether it is push/pop), mark, s, e (NULL for
//   open), name, domain raw_os    calls of the operating system: p, g, s, e, name raw_name  id, of (kernel
//   call nvtx os), name, short (of kernels as the file has it, of calls without version, of
//             ranges without ids of operators)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::test {

struct RawName {
  std::string id, of, name, short_name;
};

// For one thread. The file is written to: give a copy.
class RawExport {
 public:
  explicit RawExport(const std::string& path);

  // Cells as text. Texts of the profile are asked for by hex(), since they may hold line breaks.
  std::vector<std::vector<std::string>> rows(const std::string& sql);
  std::string one(const std::string& sql);  // the first cell; empty for none
  bool any(const std::string& from_and_where) {
    return !one("SELECT 1 FROM " + from_and_where + " LIMIT 1").empty();
  }

  bool has_table(std::string_view table);
  bool has_column(std::string_view table, std::string_view column);
  // The first column that the table has, with the table's name before it; else what stands in for it.
  std::string column(std::string_view table, std::vector<std::string_view> names,
                     std::string_view otherwise = "NULL");

  const std::vector<RawName>& names() const { return names_; }

 private:
  void add_operations();
  void add_calls();
  void add_nvtx();
  void add_os_calls();
  void add_names();
  void add_texts(std::string_view of, std::string_view name, std::string_view brief, std::string_view from);

  sketch::Database sql_;
  std::vector<RawName> names_;
};

std::string from_hex(std::string_view hex);
std::string lower(std::string_view text);

}  // namespace nsys_ai::test
