// Reads the tables of the page.
#include "knowledge/explanations.h"

#include <algorithm>

#include "base/embedded.h"

namespace nsys_ai::inline knowledge {

std::span<const EmbeddedFile> embedded_explanations();

namespace {

std::string_view stripped(std::string_view text) {
  const size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

// The cells of `| a | b |`.
std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (size_t at = 1; at < line.size();) {
    const size_t end = std::min(line.find('|', at), line.size());
    cells.push_back(stripped(line.substr(at, end - at)));
    at = end + 1;
  }
  return cells;
}

// What stands between backquotes.
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

std::vector<Explanation> read_all() {
  std::vector<Explanation> all;
  for (const EmbeddedFile& file : embedded_explanations())
    for (size_t at = 0; at < file.content.size();) {
      const size_t end = std::min(file.content.find('\n', at), file.content.size());
      const std::string_view line = file.content.substr(at, end - at);
      at = end + 1;
      if (!line.starts_with("| ") || line.starts_with("| Thing")) continue;
      const std::vector<std::string_view> cells = cells_of(line);
      all.push_back({std::string(cells.at(0)), std::string(cells.at(1)), std::string(cells.at(2)),
                     quoted_words(cells.at(3))});
    }
  return all;
}

}  // namespace

std::span<const Explanation> explanations() {
  static const std::vector<Explanation> all = read_all();
  return all;
}

const Explanation* explanation_of(std::string_view thing) {
  const auto all = explanations();
  const auto found = std::ranges::find(all, thing, &Explanation::thing);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace nsys_ai::inline knowledge
