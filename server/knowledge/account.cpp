// Looks at the words of uses once.
#include "knowledge/account.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace nsys_ai::inline knowledge {

size_t column_of(const Table& table, std::string_view name) {
  for (size_t at = 0; at < table.columns.size(); ++at)
    if (table.columns[at].name == name) return at;
  throw std::logic_error(fmt::format("an answer has no column {}", name));
}

Account::Account(const Table& answer) : answer_(&answer) {
  const size_t use = column_of(answer, "use");
  for (uint32_t row = 0; row < answer.rows.size(); ++row)
    rows_[static_cast<size_t>(*time_use(std::get<std::string>(answer.rows[row][use])))].push_back(row);
}

Table Account::of(std::span<const TimeUse> uses) const {
  if (!answer_) return {};
  std::vector<uint32_t> wanted;
  for (const TimeUse use : uses) {
    const auto& rows = rows_[static_cast<size_t>(use)];
    wanted.insert(wanted.end(), rows.begin(), rows.end());
  }
  std::sort(wanted.begin(), wanted.end());
  Table table{answer_->columns, {}};
  table.rows.reserve(wanted.size());
  for (const uint32_t row : wanted) table.rows.push_back(answer_->rows[row]);
  return table;
}

}  // namespace nsys_ai::inline knowledge
