// Hover in skills: tables, columns, table functions and parameters.
#include <algorithm>

#include "features/documents/hover_markup.h"
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

void add_column(const TableDoc& table, const Column& column, Card& card) {
  card.paragraph(strong(table.name + "." + column.name), " (", type_words(column), ")");
  card.paragraph(spoken(column.doc));
}

Card table_card(const TableDoc& table) {
  Card card;
  card.paragraph(strong(std::string(table.name)), table.params.empty() ? "" : ", a table function");
  card.paragraph(spoken(table.doc));
  if (!table.params.empty()) {
    CardTable params{{{"parameter"}, {"default"}, {"meaning"}}, {}, false};
    for (const ParamDoc& param : table.params)
      params.rows.push_back({code(param.column.name), code(param.otherwise), spoken(param.column.doc)});
    card.table(std::move(params));
  }
  CardTable columns{{{"column"}, {"type"}, {"meaning"}}, {}, false};
  for (const Column& column : table.columns)
    columns.rows.push_back({code(column.name), type_words(column), spoken(column.doc)});
  card.table(std::move(columns));
  return card;
}

// The head is read as far as it goes: the statement below it may be half written.
std::optional<Card> parameter_card(const std::string& uri, const std::string& text, const std::string& name) {
  const auto file = parse_sql_file(uri, text);
  if (!file) return std::nullopt;
  for (const SqlFileParam& param : file->params) {
    if (param.name != name) continue;
    Card card;
    card.paragraph(strong(":" + name), " (", param.kind->word, ", ",
                   param.has_default ? param.default_text : "none", " unless given)");
    card.paragraph(param.doc);
    return card;
  }
  return std::nullopt;
}

// A table, or a column of the tables that the statement names.
std::optional<Card> name_card(const SqlName& name) {
  const std::vector<TableDoc> tables = model();
  if (!name.qualifier)
    if (const TableDoc* table = table_named(tables, name.word)) return table_card(*table);
  Card card;
  size_t shown = 0;
  for (const SqlTableName& used : name.tables) {
    if (name.qualifier && used.alias != *name.qualifier) continue;
    if (used.alias == name.word && used.name != used.alias)
      if (const TableDoc* table = table_named(tables, used.name)) return table_card(*table);
    const TableDoc* table = table_named(tables, used.name);
    if (table == nullptr || shown >= kMaxTables) continue;
    for (const Column& column : table->columns)
      if (column.name == name.word) {
        if (shown++ > 0) card.rule();
        add_column(*table, column, card);
        break;
      }
  }
  if (card.blocks.empty()) return std::nullopt;
  return card;
}

}  // namespace

Result<std::optional<lsp::Hover>> skill_file_hover(Session& session, const lsp::HoverParams& params, Call&) {
  const auto document = session.documents.find(params.textDocument.uri);
  if (!document) return std::nullopt;
  const auto name = sql_name_at(document->text(), document->offset(params.position));
  if (!name) return std::nullopt;
  const auto card =
      name->parameter ? parameter_card(document->uri(), document->text(), name->word) : name_card(*name);
  if (!card) return std::nullopt;
  return lsp::Hover{hover_markup(session, *card),
                    lsp::Range{document->position(name->begin), document->position(name->end)}};
}

}  // namespace nsys_ai
