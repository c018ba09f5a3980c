// The tables of tables.def and their documentation.
#include "sql/model.h"

#include "sql/table.h"

namespace nsys_ai {

std::span<const SqlTable> sql_tables() {
  static const std::vector<SqlTable> tables = {
#define NSYS_TABLE(name, file) name##_table(),
#define NSYS_TABLE_FUNCTION(name, file) name##_function(),
#include "sql/tables.def"
#undef NSYS_TABLE_FUNCTION
#undef NSYS_TABLE
  };
  return tables;
}

std::string shown_text(std::string_view text) {
  if (text.size() <= kMaxCellText) return std::string(text);
  constexpr std::string_view kMore = "…";
  size_t length = kMaxCellText - kMore.size();
  while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  return std::string(text.substr(0, length)).append(kMore);
}

namespace {

Column described(std::string_view name, std::string_view kind, std::string_view doc) {
  const ColumnKind& of = *column_kind(kind);
  return {std::string(name), of.type, of.unit, std::string(doc)};
}

std::string default_text(const SqlParam& param) {
  if (param.kind != "STRING" && param.otherwise.empty()) return "NULL";
  return "'" + std::string(param.otherwise) + "'";
}

}  // namespace

std::string type_words(const Column& column) {
  const std::string type(name_of(column.type));
  const std::string_view unit = name_of(column.unit);
  return unit.empty() ? type : type + ", " + std::string(unit);
}

std::vector<TableDoc> model() {
  std::vector<TableDoc> docs;
  for (const SqlTable& table : sql_tables()) {
    TableDoc doc{std::string(table.name), std::string(table.doc), {}, {}};
    for (const SqlColumn& column : table.columns)
      doc.columns.push_back(described(column.name, column.kind, column.doc));
    for (const SqlParam& param : table.params)
      doc.params.push_back({described(param.name, param.kind, param.doc), default_text(param)});
    docs.push_back(std::move(doc));
  }
  return docs;
}

}  // namespace nsys_ai
