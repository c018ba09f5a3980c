// The facts of one event, given by its reference.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text_table.h"
#include "question/figures.h"
#include "question/topic_answers.h"
#include "question/topics.h"

namespace nsys_ai {
namespace {

struct EventTable {
  std::string_view kind;  // of the reference
  std::string_view table;
  std::string_view name;
};
constexpr auto kTables = std::to_array<EventTable>({{"gap", "gpu_gap(0)", "cause"},
                                                    {"kernel", "kernel", "name"},
                                                    {"memcpy", "memcpy", "kind"},
                                                    {"memset", "memset", "memory"},
                                                    {"nvtx", "nvtx", "text"},
                                                    {"runtime_call", "runtime_call", "name"}});

const EventTable* table_of(std::string_view reference) {
  const auto found = std::ranges::find(kTables, reference.substr(0, reference.find(':')), &EventTable::kind);
  return found == kTables.end() ? nullptr : &*found;
}

}  // namespace

bool is_event(std::string_view reference) {
  return reference.find(':') != std::string_view::npos && table_of(reference) != nullptr;
}

Result<void> about_event(AnswerContext& context) {
  const std::string& reference = *context.query.topic;
  const EventTable& of = *table_of(reference);
  const auto table =
      context.select(fmt::format("SELECT * FROM {} WHERE id = {}", of.table, sql_text(reference)));
  if (!table) return tl::unexpected(table.error());
  if (table->rows.empty())
    return context.cannot(fmt::format("There is no {} in {}.", reference, context.scope_text()));
  const auto& row = table->rows[0];
  std::string name, when, lasts;
  for (size_t i = 0; i < table->columns.size(); ++i) {
    const Column& column = table->columns[i];
    if (is_null(row[i]) || column.name == "id") continue;
    if (column.name == of.name) name = one_line(cell_text(row[i]));
    if (column.name == "start") when = readable(row[i], Unit::clock_ns);
    if (column.name == "duration") lasts = readable(row[i], Unit::ns);
    std::string spoken = column.name;
    std::ranges::replace(spoken, '_', ' ');
    context.fact(std::move(spoken), row[i], column.unit, {reference});
  }
  std::stable_partition(context.answer.facts.begin(), context.answer.facts.end(),
                        [](const AskFact& fact) { return fact.name == "duration"; });
  context.answer.text =
      fmt::format("{} is {}: it takes {}, from {} on. `nsys-ai explain PROFILE {}` has it among its like.",
                  reference, quoted_name(name), lasts, when, reference);
  context.answer.table = *table;
  return {};
}

}  // namespace nsys_ai
