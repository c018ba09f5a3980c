// The rows of the time account, by use.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/time/time_use.h"
#include "base/row_set.h"
#include "base/sum.h"
#include "base/value.h"

namespace nsys_ai {

size_t column_of(const std::vector<Column>& columns, std::string_view name);

// The answer of time_account, which has rows for each GPU, read once for all causes; empty if no GPU worked.
class Account {
 public:
  Account() = default;
  // `columns` and `rows` outlive this.
  Account(const std::vector<Column>& columns, const RowSet& rows);

  // The indexes of the rows with these uses, ascending.
  std::vector<uint32_t> rows_of(std::span<const TimeUse> uses) const;
  Sum total_of(TimeUse use) const { return totals_[static_cast<size_t>(use)]; }

 private:
  std::array<std::vector<uint32_t>, kTimeUses> rows_;
  std::array<Sum, kTimeUses> totals_{};
};

}  // namespace nsys_ai
