// The tables of the file that a sketch becomes, in the layout of one release.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sketch_model.h"
#include "sketch_schema.h"
#include "sketch_sqlite.h"

namespace nsys_ai::sketch {

// What identifies the one machine of a sketch in the ids of its processes and threads.
constexpr int64_t kVm = int64_t{1} << 48;
inline int64_t global_id(const Process& process, int64_t tid = 0) {
  return process.host << 56 | kVm | process.pid << 24 | tid;
}

inline Cell cell(const std::optional<int64_t>& value) { return value ? Cell(*value) : Cell(); }

using Fields = std::vector<std::pair<std::string_view, Cell>>;

// Tables are created when their first row comes, as Nsight's lazy export does; rows and fields that the
// release has no place for, or that the sketch takes away, are left out.
class Tables {
 public:
  Tables(const Sketch& sketch, const Release& release, Database& db);

  void row(const std::string& table, const Fields& fields);
  int64_t string_id(const std::string& text);
  // Writes the tables of enum values and those that the sketch wants empty.
  void finish();

 private:
  void apply_edits();
  const Table* create(const std::string& name);
  void write_enums();

  const Sketch& sketch_;
  const Release& release_;
  Database& db_;
  std::map<std::string, Table> tables_;
  std::set<std::string> created_, without_;
  std::map<std::string, int64_t> strings_;
};

}  // namespace nsys_ai::sketch
