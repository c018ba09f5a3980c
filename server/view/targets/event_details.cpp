// One row of one table, asked for as anybody would.
#include "view/targets/event_details.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "skill/query_answer.h"
#include "view/named_cells.h"
#include "view/pages/page_cells.h"
#include "view/targets/card_parts.h"
#include "view/targets/related.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kWholeText = 2000;  // characters

// What the head of the card says already, and numbers by which tables of the model are joined.
bool says_nothing(std::string_view column) {
  return column == "id" || column == "row" || column == "process" || column == "thread" ||
         column == "memory_kind" || column == "copy_kind";
}

// The row, with its columns; nothing when there is none. Families that other tables refer to have references,
// the others rows.
std::optional<Answer> row_of(const Profile& profile, std::string_view family, int64_t row, const Work& work) {
  const bool word =
      std::all_of(family.begin(), family.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
  if (!word) return std::nullopt;
  for (const std::string& condition :
       {fmt::format("id = '{}:{}'", family, row), fmt::format("row = {}", row)}) {
    auto answer = answer_query(profile, {}, fmt::format("SELECT * FROM {} WHERE {}", family, condition),
                               {.rows = 1}, work);
    if (answer && !answer->table.rows.empty()) return std::move(*answer);
  }
  return std::nullopt;
}

// Of the columns that say something: its place, and its value in words.
template <class Visit>
void each_column(const Answer& answer, Visit visit) {
  for (size_t i = 0; i < answer.table.columns.size(); ++i) {
    const Value& value = answer.table.rows[0][i];
    const Column& column = answer.table.columns[i];
    const auto* words = std::get_if<std::string>(&value);
    if (std::holds_alternative<std::monostate>(value) || says_nothing(column.name)) continue;
    if (words == nullptr)
      visit(i, readable(value, column.unit));
    else if (!words->empty())
      visit(i, *words);
  }
}

// What the event hangs together with, each with its relation.
void add_related(const Profile& profile, std::string_view target, const Work& work, Page& page) {
  const auto all = related(profile, target, work);
  if (!all) {
    page.blocks.emplace_back(Paragraph{all.error().message});
    return;
  }
  if (all->empty()) return;
  PageTable table;
  table.header = {text_cell("how"), text_cell("event"), text_cell("what"), text_cell("when")};
  for (const RelatedEvent& of : *all)
    table.rows.push_back({text_cell(std::string(words_of(of.relation))), event_cell(of.event.target),
                          text_cell(of.event.text), text_cell(of.when)});
  page.blocks.emplace_back(Heading{"What it hangs together with", ""});
  page.blocks.emplace_back(std::move(table));
}

}  // namespace

std::optional<Card> event_card(const Profile& profile, std::string_view family, int64_t row,
                               std::string_view thing) {
  const auto answer = row_of(profile, family, row, {});
  if (!answer) return std::nullopt;
  Card card;
  card.paragraph(strong(fmt::format("{}:{}", family, row)));
  add_why_it_matters(thing, card);
  each_column(*answer, [&](size_t at, const std::string& words) {
    const Column& column = answer->table.columns[at];
    card.item(column.name, ": ", column.type == ValueType::text ? code(words) : CardSpan{words});
  });
  return card;
}

std::optional<Page> event_page(const Profile& profile, std::string_view family, int64_t row,
                               const Work& work) {
  const auto answer = row_of(profile, family, row, work);
  if (!answer) return std::nullopt;
  const PageTable linked = linked_table_of(profile, *answer);
  Facts facts;
  each_column(*answer, [&](size_t at, const std::string& words) {
    facts.facts.push_back({answer->table.columns[at].name,
                           text_cell(short_line(words, kWholeText), linked.rows[0][at].target)});
  });
  Page page;
  page.title = fmt::format("{}:{}", family, row);
  page.blocks.emplace_back(std::move(facts));
  add_related(profile, page.title, work, page);
  return page;
}

}  // namespace nsys_ai
