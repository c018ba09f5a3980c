// A SELECT of the columns that exist, behind stable places.
#include "profile/reader.h"

#include <algorithm>

namespace nsys_ai {
namespace {

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

Result<TableReader> TableReader::open(const Database& database, const FileTable& table,
                                      std::initializer_list<std::string_view> columns) {
  TableReader reader;
  std::string list;
  int place = 1;
  for (const std::string_view wanted : columns) {
    const bool exists = std::any_of(table.columns.begin(), table.columns.end(),
                                    [&](const std::string& column) { return same_name(column, wanted); });
    reader.present_.push_back(exists ? place++ : -1);
    if (exists)
      list += ", " + sql_name(wanted);
    else
      reader.missing_.emplace_back(wanted);
  }
  auto rows = database.prepare("SELECT rowid" + list + " FROM main." + sql_name(table.name));
  if (!rows) {
    // A table without rowids is counted instead.
    reader.has_rowid_ = false;
    rows = database.prepare("SELECT 0" + list + " FROM main." + sql_name(table.name));
  }
  if (!rows) return tl::unexpected(rows.error());
  reader.rows_ = std::move(*rows);
  return reader;
}

bool TableReader::next() {
  if (!rows_.next()) return false;
  row_ = has_rowid_ ? rows_.integer(0).value_or(0) : row_ + 1;
  return true;
}

std::optional<int64_t> TableReader::integer(size_t column) {
  if (present_[column] < 0) return std::nullopt;
  const auto value = rows_.integer(present_[column]);
  if (!value && !rows_.is_null(present_[column])) ++odd_cells_;
  return value;
}

std::optional<std::string_view> TableReader::text(size_t column) {
  if (present_[column] < 0) return std::nullopt;
  return rows_.text(present_[column]);
}

}  // namespace nsys_ai
