// The list of tables, and its description.
#include "sql/model.h"

#include "sql/table.h"

namespace nsys_ai {

std::span<const SqlTable> sql_tables() {
  static const std::vector<SqlTable> tables = {
      kernel_table(), memcpy_table(),  memset_table(), runtime_call_table(), nvtx_table(),
      gpu_table(),    process_table(), stream_table(), thread_table()};
  return tables;
}

std::vector<TableDoc> model() {
  std::vector<TableDoc> docs;
  for (const SqlTable& table : sql_tables()) {
    TableDoc doc{std::string(table.name), std::string(table.doc), {}};
    for (const SqlColumn& column : table.columns) {
      const ColumnKind& kind = *column_kind(column.kind);
      doc.columns.push_back({std::string(column.name), kind.type, kind.unit, std::string(column.doc)});
    }
    docs.push_back(std::move(doc));
  }
  return docs;
}

}  // namespace nsys_ai
