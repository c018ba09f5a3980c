// Completion in skills, from the relational model and the skill's own parameters, by the position in the
// statement.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/skill_files/skill_file_answers.h"
#include "skill/sql_completion.h"
#include "skill/sql_file.h"
#include "skill/sql_skill.h"
#include "sql/functions.h"
#include "sql/model.h"

namespace nsys_ai {
namespace {

constexpr std::array<std::string_view, 34> kKeywords = {
    "ALL",       "AND",    "AS",     "ASC",   "BETWEEN", "BY",     "CASE", "DESC",  "DISTINCT",
    "ELSE",      "END",    "EXISTS", "FROM",  "GROUP",   "HAVING", "IN",   "IS",    "JOIN",
    "LEFT",      "LIKE",   "LIMIT",  "NOT",   "NULL",    "ON",     "OR",   "ORDER", "OVER",
    "PARTITION", "SELECT", "THEN",   "UNION", "WHEN",    "WHERE",  "WITH"};

using Kind = lsp::CompletionItemKind;

// Sorts by group first: columns, then parameters, functions and keywords.
class Items {
 public:
  Items(const TextDocument& document, size_t begin, size_t end)
      : range_{document.position(begin), document.position(end)} {}

  void add(char group, Kind kind, std::string label, std::string detail, const std::string& doc) {
    if (!seen_.insert(label).second) return;
    lsp::CompletionItem& item = list_.items.emplace_back();
    item.sortText = fmt::format("{}{:04}", group, list_.items.size());
    item.kind = kind;
    if (!detail.empty()) item.detail = std::move(detail);
    if (!doc.empty()) item.documentation = lsp::MarkupContent{lsp::MarkupKind::markdown, doc};
    item.textEdit = lsp::TextEdit{range_, label};
    item.label = std::move(label);
  }
  lsp::CompletionList take() { return std::move(list_); }

 private:
  lsp::Range range_;
  lsp::CompletionList list_;
  std::set<std::string> seen_;
};

void add_tables(Items& items, const std::vector<TableDoc>& tables) {
  for (const TableDoc& table : tables)
    items.add('1', table.params.empty() ? Kind::class_ : Kind::function, table.name,
              table.params.empty() ? "table" : "table function", table.doc);
}

void add_columns(Items& items, const std::vector<TableDoc>& tables, const std::vector<SqlTableName>& used) {
  for (const SqlTableName& name : used)
    for (const TableDoc& table : tables) {
      if (table.name != name.name) continue;
      for (const Column& column : table.columns)
        items.add('1', Kind::field, column.name, fmt::format("{} ({})", table.name, type_words(column)),
                  column.doc);
    }
}

void add_parameters(Items& items, const TextDocument& document) {
  const auto file = parse_sql_file(document.uri(), document.text());
  if (!file) return;
  for (const SqlFileParam& param : file->params)
    items.add('2', Kind::text, ":" + param.name, std::string(param.kind->word), param.doc);
}

void add_expression(Items& items, const TextDocument& document) {
  add_parameters(items, document);
  for (const std::string_view function : sql_functions())
    items.add('3', Kind::function, std::string(function), "function", "");
  for (const std::string_view keyword : kKeywords)
    items.add('4', Kind::keyword, std::string(keyword), "", "");
}

}  // namespace

Result<lsp::CompletionList> skill_file_completion(Session& session, const lsp::CompletionParams& params,
                                                  Call&) {
  const auto document = session.documents.find(params.textDocument.uri);
  if (!document) return lsp::CompletionList{};
  const size_t offset = document->offset(params.position);
  const SqlCompletion place = sql_completion(document->text(), offset);
  Items items(*document, place.begin, offset);
  switch (place.expected) {
    case SqlExpected::nothing:
      break;
    case SqlExpected::columns:
      add_columns(items, model(), place.tables);
      if (!place.qualified) add_expression(items, *document);
      break;
    case SqlExpected::directive:
      items.add('1', Kind::keyword, "@needs", "what a capture must hold", "");
      items.add('1', Kind::keyword, "@param", "NAME TYPE = DEFAULT   MEANING", "");
      break;
    case SqlExpected::need:
      for (const std::string_view need : need_words())
        items.add('1', Kind::keyword, std::string(need), "", "");
      break;
    case SqlExpected::parameter:
      add_parameters(items, *document);
      break;
    case SqlExpected::tables:
      add_tables(items, model());
      break;
    case SqlExpected::type:
      for (const ColumnKind& kind : kColumnKinds)
        items.add('1', Kind::keyword, std::string(kind.word), "", "");
      break;
  }
  return items.take();
}

}  // namespace nsys_ai
