// One row of one table, asked for as anybody would.
#include "view/event_card.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "skill/query_answer.h"
#include "view/markdown_code.h"

namespace nsys_ai {
namespace {

// What the head of the card says already, and numbers by which tables of the model are joined.
bool tells_nothing(std::string_view column) {
  return column == "id" || column == "row" || column == "process" || column == "thread" ||
         column == "memory_kind" || column == "copy_kind";
}

}  // namespace

std::optional<std::string> event_card(const Profile& profile, std::string_view family, int64_t row) {
  const bool word =
      std::all_of(family.begin(), family.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
  if (!word) return std::nullopt;
  const std::string reference = fmt::format("{}:{}", family, row);
  // Families that other tables refer to have references, the others rows.
  for (const std::string& condition : {fmt::format("id = '{}'", reference), fmt::format("row = {}", row)}) {
    const auto answer = answer_query(profile, {}, fmt::format("SELECT * FROM {} WHERE {}", family, condition),
                                     {.rows = 1}, {});
    if (!answer || answer->table.rows.empty()) continue;
    std::string text = fmt::format("**{}**\n\n", reference);
    for (size_t i = 0; i < answer->table.columns.size(); ++i) {
      const Value& value = answer->table.rows[0][i];
      const Column& column = answer->table.columns[i];
      if (std::holds_alternative<std::monostate>(value) || tells_nothing(column.name)) continue;
      const auto* words = std::get_if<std::string>(&value);
      if (words != nullptr && words->empty()) continue;
      text += fmt::format("- {}: {}\n", column.name,
                          words != nullptr ? markdown_code(*words) : readable(value, column.unit));
    }
    return text;
  }
  return std::nullopt;
}

}  // namespace nsys_ai
