// Hover in skills, over tables, columns, table functions and parameters.
#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/skill_files/skill_file_answers.h"
#include "skill/sql_completion.h"
#include "skill/sql_file.h"
#include "sql/model.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxTables = 4;

const TableDoc* table_named(const std::vector<TableDoc>& tables, std::string_view name) {
  const auto found =
      std::find_if(tables.begin(), tables.end(), [&](const TableDoc& of) { return of.name == name; });
  return found == tables.end() ? nullptr : &*found;
}

std::string column_card(const TableDoc& table, const Column& column) {
  return fmt::format("**{}.{}** ({})\n\n{}\n", table.name, column.name, type_words(column), column.doc);
}

std::string table_card(const TableDoc& table) {
  std::string text = fmt::format("**{}**{}\n\n{}\n", table.name,
                                 table.params.empty() ? "" : ", a table function", table.doc);
  if (!table.params.empty()) text += "\n| parameter | default | meaning |\n|:--|:--|:--|\n";
  for (const ParamDoc& param : table.params)
    text += fmt::format("| `{}` | `{}` | {} |\n", param.column.name, param.otherwise, param.column.doc);
  text += "\n| column | type | meaning |\n|:--|:--|:--|\n";
  for (const Column& column : table.columns)
    text += fmt::format("| `{}` | {} | {} |\n", column.name, type_words(column), column.doc);
  return text;
}

// Parses as much of the head as is valid, because the statement below it may be incomplete.
std::optional<std::string> parameter_card(const std::string& uri, const std::string& text,
                                          const std::string& name) {
  const auto file = parse_sql_file(uri, text);
  if (!file) return std::nullopt;
  for (const SqlFileParam& param : file->params) {
    if (param.name != name) continue;
    const std::string otherwise = param.has_default
                                      ? fmt::format(", {} unless given", markdown_escaped(param.default_text))
                                      : ", none unless given";
    return fmt::format("**:{}** ({}{})\n\n{}\n", name, param.kind->word, otherwise,
                       markdown_escaped(param.doc));
  }
  return std::nullopt;
}

// The card of a table, or of a column of the tables in the statement.
std::optional<std::string> name_card(const SqlName& name) {
  const std::vector<TableDoc> tables = model();
  if (!name.qualifier)
    if (const TableDoc* table = table_named(tables, name.word)) return table_card(*table);
  std::string text;
  size_t shown = 0;
  for (const SqlTableName& used : name.tables) {
    if (name.qualifier && used.alias != *name.qualifier) continue;
    if (used.alias == name.word && used.name != used.alias)
      if (const TableDoc* table = table_named(tables, used.name)) return table_card(*table);
    const TableDoc* table = table_named(tables, used.name);
    if (table == nullptr || shown >= kMaxTables) continue;
    for (const Column& column : table->columns)
      if (column.name == name.word) {
        text += (shown++ > 0 ? "\n---\n\n" : "") + column_card(*table, column);
        break;
      }
  }
  if (text.empty()) return std::nullopt;
  return text;
}

}  // namespace

Result<std::optional<lsp::Hover>> skill_file_hover(Session& session, const lsp::HoverParams& params, Call&) {
  const auto document = session.documents.find(params.textDocument.uri);
  if (!document) return std::nullopt;
  const auto name = sql_name_at(document->text(), document->offset(params.position));
  if (!name) return std::nullopt;
  auto markdown =
      name->parameter ? parameter_card(document->uri(), document->text(), name->word) : name_card(*name);
  if (!markdown) return std::nullopt;
  return lsp::Hover{{lsp::MarkupKind::markdown, std::move(*markdown)},
                    lsp::Range{document->position(name->begin), document->position(name->end)}};
}

}  // namespace nsys_ai
