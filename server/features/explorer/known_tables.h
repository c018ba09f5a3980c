// What is known of the tables that releases of Nsight Systems write: docs/sqlite-explorer, compiled in.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace nsys_ai {

// Views into the compiled-in texts.
struct KnownColumn {
  std::string_view name;
  std::string_view type;
  bool not_null = false;
  bool is_key = false;
  std::string_view references;  // TABLE.COLUMN, several after commas; empty if it names no other row
  std::string_view first;       // the first release of which an export with it is known
  std::string_view last;        // the last one; empty if the newest release still has it
  std::string_view concept_key;
  std::string_view meaning;
};

struct KnownTable {
  std::string_view name;
  std::string_view doc;
  size_t group = 0;                     // index into `table_groups`
  std::vector<std::string_view> model;  // tables of the relational model, where no event type has its name
  std::vector<KnownColumn> columns;
};

struct TableGroup {
  std::string_view title;
  std::vector<std::string_view> prefixes;
  std::string_view doc;
};

struct ColumnConcept {
  std::string_view key;
  std::string_view title;
  std::string_view doc;
};

struct KnownQuery {
  std::string_view title;
  std::string_view about;
  std::string_view sql;    // of the export
  std::string_view model;  // of the relational model, with the same answer
};

// In the order of the files.
std::span<const KnownTable> known_tables();
std::span<const TableGroup> table_groups();
std::span<const ColumnConcept> column_concepts();
std::span<const KnownQuery> known_queries();

// Null for a table that no release is known to write.
const KnownTable* known_table(std::string_view name);
// Also of a table that is not known.
size_t group_of_table(std::string_view name);

}  // namespace nsys_ai
