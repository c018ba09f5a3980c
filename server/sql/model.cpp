// The list of tables, and its description.
#include "sql/model.h"

#include "sql/table.h"

namespace nsys_ai {

std::span<const SqlTable> sql_tables() {
  static const std::vector<SqlTable> tables = {kernel_table(),       memcpy_table(), memset_table(),
                                               runtime_call_table(), nvtx_table(),   gpu_table(),
                                               process_table(),      stream_table(), thread_table()};
  return tables;
}

std::string shown_text(std::string_view text) {
  if (text.size() <= kMaxCellText) return std::string(text);
  constexpr std::string_view kMore = "…";
  size_t length = kMaxCellText - kMore.size();
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  return std::string(text.substr(0, length)).append(kMore);
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
