// Creates tables on demand and fits fields into the columns that a release has.
#include "sketch_tables.h"

#include <algorithm>

#include "sketch_text.h"

namespace nsys_ai::sketch {

Tables::Tables(const Sketch& sketch, const Release& release, Database& db)
    : sketch_(sketch), release_(release), db_(db) {
  for (Table& table : layout(release)) tables_.emplace(table.name, std::move(table));
  apply_edits();
  create("StringIds");
}

void Tables::apply_edits() {
  const auto check = [](const Edit& edit) {
    if (!is_known_table(edit.table)) fail(edit.line, "Nsight has no table '" + edit.table + "'");
  };
  for (const Edit& edit : sketch_.without) {
    check(edit);
    without_.insert(edit.table);
  }
  for (const Edit& edit : sketch_.without_column) {
    check(edit);
    const auto found = tables_.find(edit.table);
    if (found == tables_.end()) continue;
    if (!std::erase_if(found->second.columns, [&](const Column& c) { return c.name == edit.column; }))
      fail(edit.line, edit.table + " of " + release_.date + " has no column '" + edit.column + "'");
  }
}

const Table* Tables::create(const std::string& name) {
  const auto found = tables_.find(name);
  if (found == tables_.end() || without_.contains(name)) return nullptr;
  if (!created_.insert(name).second) return &found->second;
  std::string sql;
  for (const Column& column : found->second.columns) {
    sql += (sql.empty() ? "" : ", ") + column.name + " " + column.type;
    if (column.not_null && !sketch_.loose) sql += " NOT NULL";
    if (column.primary) sql += " PRIMARY KEY";
  }
  db_.execute("CREATE TABLE " + name + " (" + sql + ")");
  return &found->second;
}

void Tables::row(const std::string& name, const Fields& fields) {
  const Table* table = create(name);
  if (!table) return;
  std::vector<Cell> cells;
  for (const Column& column : table->columns) {
    const auto given = std::find_if(fields.begin(), fields.end(),
                                    [&](const auto& field) { return field.first == column.name; });
    if (given != fields.end() && !std::holds_alternative<std::monostate>(given->second))
      cells.push_back(given->second);
    else if (column.not_null)
      cells.push_back(column.type == "TEXT" ? Cell(std::string()) : Cell(int64_t{0}));
    else
      cells.emplace_back();
  }
  db_.insert(name, cells);
}

int64_t Tables::string_id(const std::string& text) {
  const auto [found, is_new] = strings_.try_emplace(text, static_cast<int64_t>(strings_.size()) + 1);
  if (is_new) row("StringIds", {{"id", found->second}, {"value", text}});
  return found->second;
}

void Tables::write_enums() {
  for (const EnumTable& table : enum_tables(release_)) {
    if (without_.contains(table.name)) continue;
    db_.execute("CREATE TABLE " + table.name + " (id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT)");
    for (const auto& cells : table.rows)
      db_.insert(table.name, {static_cast<int64_t>(std::stoll(cells[0])), cells[1], cells[2]});
  }
}

void Tables::finish() {
  write_enums();
  for (const Edit& edit : sketch_.empty)
    if (!create(edit.table)) fail(edit.line, release_.date + " has no table '" + edit.table + "'");
}

}  // namespace nsys_ai::sketch
