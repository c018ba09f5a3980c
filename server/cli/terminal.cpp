// Asks the kernel for the width, and the environment for the encoding, as other programs do.
#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text_pattern.h"
#include "base/text_table.h"

namespace nsys_ai::inline cli {
namespace {

Table without_empty_columns(const Table& table) {
  Table kept;
  kept.rows.resize(table.rows.size());
  for (size_t i = 0; i < table.columns.size(); ++i) {
    const auto is_null = [&](const auto& row) { return std::holds_alternative<std::monostate>(row[i]); };
    if (std::all_of(table.rows.begin(), table.rows.end(), is_null)) continue;
    kept.columns.push_back(table.columns[i]);
    for (size_t row = 0; row < table.rows.size(); ++row) kept.rows[row].push_back(table.rows[row][i]);
  }
  return kept;
}

}  // namespace

void TerminalWidth::add(CLI::App& command) {
  command.add_option("--width", asked, "Columns of text. Default: the terminal's")
      ->check(CLI::Range(int64_t{40}, int64_t{1000}))
      ->type_name("N");
}

size_t TerminalWidth::columns() const {
  constexpr size_t kUsual = 110;
  if (asked > 0) return static_cast<size_t>(asked);
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return kUsual;
  return size.ws_col;
}

Glyphs terminal_glyphs() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == 0) continue;
    const std::string locale = ascii_lower(value);
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos
               ? Glyphs::unicode
               : Glyphs::ascii;
  }
  return Glyphs::ascii;
}

std::string fitted_text(const Table& given, size_t width) {
  constexpr size_t kMinText = 16;
  const Table table = without_empty_columns(given);
  const auto widest_line = [](std::string_view text) {
    size_t widest = 0;
    for (size_t at = 0; at < text.size();) {
      const size_t end = std::min(text.find('\n', at), text.size());
      widest = std::max(widest, display_width(text.substr(at, end - at)));
      at = end + 1;
    }
    return widest;
  };
  size_t widest_cell = 0;
  for (const auto& row : table.rows)
    for (const Value& value : row)
      if (const auto* text = std::get_if<std::string>(&value))
        widest_cell = std::max(widest_cell, display_width(one_line(*text)));
  std::string text = aligned_text(table, std::max(widest_cell, kMinText));
  const size_t used = widest_line(text);
  if (used <= width) return text;
  const size_t over = used - width;
  return aligned_text(table, widest_cell > kMinText + over ? widest_cell - over : kMinText);
}

}  // namespace nsys_ai::inline cli
