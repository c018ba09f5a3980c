// Adds each note only once.
#include "view/pages/page.h"

#include <algorithm>

#include "base/ellipsize.h"
#include "base/text_table.h"

namespace nsys_ai {

std::string param_of(const ViewParams& params, std::string_view name) {
  const auto found =
      std::find_if(params.begin(), params.end(), [&](const auto& of) { return of.first == name; });
  return found == params.end() ? "" : found->second;
}

ViewParams with_param(ViewParams params, std::string_view name, std::string value) {
  std::erase_if(params, [&](const auto& of) { return of.first == name; });
  if (!value.empty()) params.emplace_back(name, std::move(value));
  return params;
}

namespace {

void cut_column(PageTable& table, size_t at) {
  size_t most = 0;
  std::vector<std::string> names;
  for (const auto& row : table.rows) {
    if (at < row.size()) most = std::max<size_t>(most, row[at].most);
    names.push_back(at < row.size() ? row[at].text : "");
  }
  if (most == 0) return;
  ellipsize_distinct(names, most);
  for (size_t row = 0; row < names.size(); ++row)
    if (at < table.rows[row].size()) table.rows[row][at].text = std::move(names[row]);
}

bool is_too_long(const Cell& cell) {
  return cell.most > 0 && cell.text.size() > cell.most && display_width(cell.text) > cell.most;
}

}  // namespace

std::optional<Block> with_names_cut(const Block& block) {
  if (const auto* table = std::get_if<PageTable>(&block)) {
    const bool any = std::any_of(table->rows.begin(), table->rows.end(), [](const auto& row) {
      return std::any_of(row.begin(), row.end(), is_too_long);
    });
    if (!any) return std::nullopt;
    PageTable cut = *table;
    for (size_t at = 0; at < cut.header.size(); ++at) cut_column(cut, at);
    return cut;
  }
  if (const auto* facts = std::get_if<Facts>(&block)) {
    const auto& all = facts->facts;
    if (std::none_of(all.begin(), all.end(), [](const Fact& of) { return is_too_long(of.value); }))
      return std::nullopt;
    Facts cut = *facts;
    for (Fact& fact : cut.facts)
      if (is_too_long(fact.value)) fact.value.text = shortened(fact.value.text, fact.value.most);
    return cut;
  }
  return std::nullopt;
}

void add_loss_notes(const LossNotes& losses, Page& page) {
  for (std::string& note : losses.notes()) {
    note += '.';
    if (std::find(page.notes.begin(), page.notes.end(), note) == page.notes.end())
      page.notes.push_back(std::move(note));
  }
}

}  // namespace nsys_ai
