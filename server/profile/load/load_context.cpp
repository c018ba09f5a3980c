// Adds notes, and reads tables of a few rows.
#include "profile/load/load_context.h"

#include <fmt/format.h>

namespace nsys_ai {
namespace {

struct EachLoadedRow : RowSink {
  explicit EachLoadedRow(const std::function<void(TableRow&)>& of) : call(of) {}
  void append(TableRow& row) override { call(row); }
  const std::function<void(TableRow&)>& call;
};

void note_columns(std::vector<std::string>& notes, const FileTable& table, const ScannedTable& scanned,
                  const std::function<bool(std::string_view)>& is_ordinary) {
  std::string lacks;
  for (const std::string_view column : scanned.missing)
    if (!is_ordinary(column)) lacks += (lacks.empty() ? "" : ", ") + std::string(column);
  if (!lacks.empty() && table.rows > 0)
    notes.push_back(fmt::format("{}: the table has no column {}; its values count as missing.",
                                table.name, lacks));
}

void note_damage(std::vector<std::string>& notes, const FileTable& table, const ScannedTable& scanned) {
  if (scanned.malformed_cells > 0)
    notes.push_back(fmt::format("{}: {} cells hold something else than an integer and count as missing.",
                                table.name, scanned.malformed_cells));
  if (scanned.malformed_texts > 0)
    notes.push_back(fmt::format("{}: {} cells hold a number instead of text and count as missing.",
                                table.name, scanned.malformed_texts));
  if (scanned.damaged_pages + scanned.damaged_rows > 0)
    notes.push_back(fmt::format(
        "{}: the file is damaged: {} pages and {} rows of the table cannot be read and are left out, {} rows were read.",
        table.name, scanned.damaged_pages, scanned.damaged_rows, scanned.rows));
  if (scanned.too_long_rows > 0)
    notes.push_back(fmt::format("{}: {} rows hold more than {} and are left out, {} rows were read.",
                                table.name, scanned.too_long_rows, Database::kLongestWords, scanned.rows));
  if (!scanned.failure.empty())
    notes.push_back(fmt::format("{}: reading stopped after {} rows, because {}.", table.name, scanned.rows,
                                scanned.failure));
}

}  // namespace

bool read_small_table(LoadContext& loading, TableKind family, std::vector<std::string_view> columns,
                      const std::function<void(TableRow&)>& visit) {
  FileTable* table = find_table(loading.data.tables, family);
  if (table == nullptr) return false;
  table->read_as = std::string(name_of(family));
  TableSource source{loading.source.image, loading.source.database, 1};
  const auto scanned = scan_tables(
      source, {{table, std::move(columns), [&] { return std::make_unique<EachLoadedRow>(visit); }}}, {});
  if (!scanned) return false;
  table->rows = scanned->front().rows;
  table->rows_exact = true;
  std::vector<std::string> damage;
  note_damage(damage, *table, scanned->front());
  loading.note_all(std::move(damage), data_parts({DataPart::places}));
  return true;
}

void note_scan(LazyFamily& family, const FileTable& table, const ScannedTable& scanned,
               const std::function<bool(std::string_view)>& is_ordinary) {
  note_columns(family.notes, table, scanned, is_ordinary);
  std::vector<std::string> damage;
  note_damage(damage, table, scanned);
  for (std::string& note : damage) family.note_loss(std::move(note));
}

void note_scan(LoadContext& loading, const FileTable& table, const ScannedTable& scanned, DataParts about) {
  std::vector<std::string> columns;
  note_columns(columns, table, scanned, came_later);
  loading.note_all(std::move(columns), 0);
  std::vector<std::string> damage;
  note_damage(damage, table, scanned);
  loading.note_all(std::move(damage), about);
}

}  // namespace nsys_ai
