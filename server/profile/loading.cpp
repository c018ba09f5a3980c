// Notes, and tables of a few rows.
#include "profile/loading.h"

#include <fmt/format.h>

namespace nsys_ai {
namespace {

struct EachLoadedRow : RowTaker {
  explicit EachLoadedRow(const std::function<void(Row&)>& of) : call(of) {}
  void take(Row& row) override { call(row); }
  const std::function<void(Row&)>& call;
};

}  // namespace

bool read_small_table(Loading& loading, Family family, std::vector<std::string_view> columns,
                      const std::function<void(Row&)>& take) {
  FileTable* table = find_table(loading.data.tables, family);
  if (table == nullptr) return false;
  table->read_as = std::string(name_of(family));
  TableSource source{loading.source.image, loading.source.database, 1};
  const auto scanned = scan_tables(
      source, {{table, std::move(columns), [&] { return std::make_unique<EachLoadedRow>(take); }}}, {});
  if (!scanned) return false;
  table->rows = scanned->front().rows;
  table->rows_exact = true;
  return true;
}

void note_scan(std::vector<std::string>& notes, const FileTable& table, const ScannedTable& scanned,
               const std::function<bool(std::string_view)>& is_ordinary) {
  std::string lacks;
  for (const std::string_view column : scanned.missing)
    if (!is_ordinary(column)) lacks += (lacks.empty() ? "" : ", ") + std::string(column);
  if (!lacks.empty() && table.rows > 0)
    notes.push_back(fmt::format("{}: the table has no column {}; what it would tell counts as missing.",
                                table.name, lacks));
  if (scanned.odd_cells > 0)
    notes.push_back(fmt::format("{}: {} cells hold something else than an integer and count as missing.",
                                table.name, scanned.odd_cells));
  if (scanned.damaged_pages + scanned.damaged_rows > 0)
    notes.push_back(fmt::format(
        "{}: the file is damaged: {} pages and {} rows of the table cannot be read and are left out, {} rows "
        "were read.",
        table.name, scanned.damaged_pages, scanned.damaged_rows, scanned.rows));
  if (!scanned.failure.empty())
    notes.push_back(fmt::format("{}: reading stopped after {} rows, because the file is damaged ({}).",
                                table.name, scanned.rows, scanned.failure));
}

}  // namespace nsys_ai
