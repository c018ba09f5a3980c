// Parses the tables of the page.
#include "knowledge/explanations.h"

#include <algorithm>

#include "base/embedded.h"
#include "knowledge/page_tables.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_explanations();

namespace {

std::vector<Explanation> read_all() {
  std::vector<Explanation> all;
  for (const EmbeddedFile& file : embedded_explanations())
    for (const PageRow& row : page_rows(file.content))
      all.push_back(
          {std::string(row.at(0)), std::string(row.at(1)), std::string(row.at(2)), quoted_words(row.at(3))});
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

}  // namespace nsys_ai
