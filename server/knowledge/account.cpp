// Reads the uses of all rows once.
#include "knowledge/account.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace nsys_ai {

size_t column_of(const std::vector<Column>& columns, std::string_view name) {
  for (size_t at = 0; at < columns.size(); ++at)
    if (columns[at].name == name) return at;
  throw std::logic_error(fmt::format("an answer has no column {}", name));
}

Account::Account(const std::vector<Column>& columns, const RowSet& rows) {
  const size_t use = column_of(columns, "use");
  const size_t total = column_of(columns, "total_ns");
  for (uint32_t row = 0; row < rows.size(); ++row) {
    const auto of = static_cast<size_t>(*time_use(std::get<std::string_view>(rows.cell(row, use))));
    rows_[of].push_back(row);
    totals_[of] += std::get<int64_t>(rows.cell(row, total));
  }
}

std::vector<uint32_t> Account::rows_of(std::span<const TimeUse> uses) const {
  std::vector<uint32_t> wanted;
  for (const TimeUse use : uses) {
    const auto& rows = rows_[static_cast<size_t>(use)];
    wanted.insert(wanted.end(), rows.begin(), rows.end());
  }
  std::sort(wanted.begin(), wanted.end());
  return wanted;
}

}  // namespace nsys_ai
