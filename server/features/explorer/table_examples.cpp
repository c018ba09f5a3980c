// Reads the first rows of each table from the file.
#include "features/explorer/table_examples.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text_table.h"
#include "features/explorer/known_tables.h"
#include "profile/open_file.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostRows = 3;
constexpr size_t kMostText = 60;

// Exports hold whole environments of processes, with keys and passwords in them.
bool is_private(std::string_view table) {
  constexpr std::array<std::string_view, 7> kPrivate = {
      "ANALYSIS_FILE",  "EXPORT_META_DATA", "META_DATA_CAPTURE",     "META_DATA_EXPORT",
      "ProcessStreams", "StringIds",        "TARGET_INFO_SYSTEM_ENV"};
  return std::ranges::find(kPrivate, table) != kPrivate.end();
}

std::string example_text(std::string_view text) {
  std::string line = one_line(text);
  if (line.size() <= kMostText) return line;
  size_t end = kMostText;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) --end;
  return line.substr(0, end) + "…";
}

std::string text_numbered(const Database& database, int64_t number) {
  auto statement = database.prepare(fmt::format("SELECT value FROM StringIds WHERE id = {}", number));
  if (!statement || !statement->next()) return "";
  return example_text(statement->text(0).value_or(""));
}

std::string cell_text(const Database& database, const Statement& row, int at, bool numbers_a_text) {
  if (const auto text = row.text(at)) return example_text(*text);
  const auto number = row.integer(at);
  if (!number) return "";
  if (!numbers_a_text) return std::to_string(*number);
  const std::string text = text_numbered(database, *number);
  return text.empty() ? std::to_string(*number) : fmt::format("{}: {}", *number, text);
}

}  // namespace

std::map<std::string, std::vector<std::vector<std::string>>> table_examples(const Profile& profile) {
  std::map<std::string, std::vector<std::vector<std::string>>> examples;
  if (profile.file() == nullptr) return examples;
  const std::lock_guard lock(profile.file()->database_lock);
  const Database& database = profile.file()->database;
  for (const FileTable& table : profile.tables()) {
    if (table.rows == 0 || is_private(table.name)) continue;
    const KnownTable* known = known_table(table.name);
    const auto numbers_a_text = [&](const std::string& column) {
      if (known == nullptr) return false;
      const auto found = std::ranges::find(known->columns, column, &KnownColumn::name);
      return found != known->columns.end() && found->references.starts_with("StringIds.");
    };
    auto rows = database.prepare(fmt::format("SELECT * FROM {} LIMIT {}", sql_name(table.name), kMostRows));
    if (!rows) continue;
    while (rows->next()) {
      std::vector<std::string> cells;
      for (size_t i = 0; i < table.columns.size(); ++i)
        cells.push_back(cell_text(database, *rows, static_cast<int>(i), numbers_a_text(table.columns[i])));
      examples[table.name].push_back(std::move(cells));
    }
  }
  return examples;
}

}  // namespace nsys_ai
