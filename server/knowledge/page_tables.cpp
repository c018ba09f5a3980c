// A row is a line that begins with a bar; the line below a table's header is a rule.
#include "knowledge/page_tables.h"

#include <algorithm>

namespace nsys_ai {
namespace {

std::string_view stripped(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

PageRow cells_of(std::string_view line) {
  PageRow cells;
  for (size_t at = 1; at < line.size();) {
    const size_t end = std::min(line.find('|', at), line.size());
    cells.push_back(stripped(line.substr(at, end - at)));
    at = end + 1;
  }
  return cells;
}

}  // namespace

std::vector<PageRow> page_rows(std::string_view text) {
  std::vector<PageRow> rows;
  bool below_rule = false;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (!line.starts_with('|'))
      below_rule = false;
    else if (line.starts_with("|-"))
      below_rule = true;
    else if (below_rule)
      rows.push_back(cells_of(line));
  }
  return rows;
}

std::vector<std::string> quoted_words(std::string_view text) {
  std::vector<std::string> words;
  for (size_t at = text.find('`'); at != std::string_view::npos; at = text.find('`', at)) {
    const size_t end = text.find('`', at + 1);
    if (end == std::string_view::npos) break;
    words.emplace_back(text.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return words;
}

}  // namespace nsys_ai
