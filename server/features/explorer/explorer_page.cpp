// Writes what is known as JSON into the page, which draws it.
#include "features/explorer/explorer_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "base/embedded.h"
#include "features/explorer/known_tables.h"
#include "features/explorer/table_examples.h"
#include "http/template_text.h"
#include "profile/other_tables.h"
#include "profile/schema.h"
#include "sql/model.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_explorer_page();

namespace {

template <class Range, class Text>
std::string json_list(const Range& range, Text text) {
  std::string list;
  for (const auto& each : range) list += (list.empty() ? "" : ",") + text(each);
  return "[" + list + "]";
}

std::string json_words(const std::vector<std::string>& words) { return json_list(words, json_string); }

// A column as the page shows it: of what is known, of a file, or of both.
struct ShownColumn {
  KnownColumn known;
  std::vector<std::string> examples = {};
};

struct ShownTable {
  std::string name;
  std::string event_type;
  std::string_view doc;
  size_t group = 0;
  std::optional<int64_t> rows = {};
  std::vector<ShownColumn> columns;
};

FileTable file_table(const KnownTable& known) {
  FileTable table;
  table.name = known.name;
  for (const KnownColumn& column : known.columns) {
    table.columns.emplace_back(column.name);
    table.types.emplace_back(column.type);
  }
  return table;
}

std::vector<ShownTable> shown_tables() {
  std::vector<ShownTable> tables;
  for (const KnownTable& known : known_tables()) {
    ShownTable table{
        std::string(known.name), event_type_of(file_table(known)), known.doc, known.group, {}, {}};
    for (const KnownColumn& column : known.columns) table.columns.push_back({column});
    tables.push_back(std::move(table));
  }
  return tables;
}

std::vector<ShownTable> shown_tables(const Profile& profile) {
  const auto examples = table_examples(profile);
  std::vector<ShownTable> tables;
  for (const FileTable& of : profile.tables()) {
    const KnownTable* known = known_table(of.name);
    ShownTable table{of.name, of.read_as, known ? known->doc : "", group_of_table(of.name), of.rows, {}};
    const auto rows = examples.find(of.name);
    for (size_t i = 0; i < of.columns.size(); ++i) {
      ShownColumn column{{of.columns[i], of.types[i], false, false, {}, {}, {}, {}, {}}};
      if (known != nullptr)
        if (const auto same = std::ranges::find(known->columns, of.columns[i], &KnownColumn::name);
            same != known->columns.end())
          column.known = *same;
      column.known.type = of.types[i];
      if (rows != examples.end())
        for (const auto& row : rows->second)
          if (!row[i].empty()) column.examples.push_back(row[i]);
      table.columns.push_back(std::move(column));
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

std::string json_column(const ShownColumn& of) {
  const KnownColumn& known = of.known;
  std::string text = fmt::format("[{},{},{}", json_string(known.name), json_string(known.type),
                                 (known.not_null ? 1 : 0) + (known.is_key ? 2 : 0));
  for (const std::string_view each :
       {known.references, known.first, known.last, known.concept_key, known.meaning})
    text += "," + json_string(each);
  return text + "," + json_words(of.examples) + "]";
}

std::string json_table(const ShownTable& table) {
  return fmt::format(R"({{"name":{},"group":{},"doc":{},"rows":{},"eventType":{},"model":{},"columns":{}}})",
                     json_string(table.name), table.group, json_string(table.doc),
                     table.rows ? std::to_string(*table.rows) : "null", json_string(table.event_type),
                     json_words(model_tables_of(table.name, table.event_type)),
                     json_list(table.columns, json_column));
}

std::string json_model() {
  std::string tables;
  for (const TableDoc& table : model())
    if (table.params.empty())
      tables +=
          fmt::format(R"({}{}:{{"doc":{},"columns":{}}})", tables.empty() ? "" : ",", json_string(table.name),
                      json_string(table.doc), json_list(table.columns, [](const Column& column) {
                        return json_words({column.name, type_words(column), column.doc});
                      }));
  return "{" + tables + "}";
}

std::string page_of(const std::vector<ShownTable>& tables, const std::string& file) {
  const std::string data = fmt::format(
      "{{\"file\":{},\n\"groups\":{},\n\"concepts\":{},\n\"queries\":{},\n\"tables\":{},\n\"model\":{}}}",
      file,
      json_list(table_groups(),
                [](const TableGroup& group) {
                  return json_words({std::string(group.title), std::string(group.doc)});
                }),
      json_list(column_concepts(),
                [](const ColumnConcept& of) {
                  return json_words({std::string(of.key), std::string(of.title), std::string(of.doc)});
                }),
      json_list(known_queries(),
                [](const KnownQuery& query) {
                  return json_words({std::string(query.title), std::string(query.about),
                                     std::string(query.sql), std::string(query.model)});
                }),
      json_list(tables, [](const ShownTable& table) { return "\n" + json_table(table); }), json_model());
  return filled_template(embedded_explorer_page().front().content, {{"data", data}});
}

}  // namespace

std::string event_type_of(const FileTable& table) {
  std::vector<FileTable> one = {table};
  for (int kind = 0; kind <= static_cast<int>(TableKind::system_env); ++kind)
    if (find_table(one, static_cast<TableKind>(kind)) != nullptr)
      return std::string(name_of(static_cast<TableKind>(kind)));
  name_lazy_tables(one);
  return one.front().read_as;
}

std::vector<std::string> model_tables_of(const std::string& table, const std::string& event_type) {
  const KnownTable* known = known_table(table);
  if (known != nullptr && !known->model.empty()) return {known->model.begin(), known->model.end()};
  static const std::vector<TableDoc> tables = model();
  if (std::ranges::find(tables, event_type, &TableDoc::name) == tables.end()) return {};
  return {event_type};
}

std::string explorer_page() { return page_of(shown_tables(), "null"); }

std::string explorer_page(const Profile& profile) {
  const CaptureInfo& info = profile.info();
  return page_of(shown_tables(profile),
                 fmt::format(R"({{"name":{},"release":{},"schema":{},"notes":{}}})",
                             json_string(info.path.filename().string()), json_string(info.product_version),
                             json_string(info.schema_version), json_words(profile.notes())));
}

}  // namespace nsys_ai
