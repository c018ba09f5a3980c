// Rows of the account of time, by use.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/time/time_use.h"
#include "base/answer.h"

namespace nsys_ai::inline knowledge {

size_t column_of(const Table& table, std::string_view name);

// The answer of time_account, which has rows for each GPU, read once for all causes; empty where no GPU worked.
class Account {
 public:
  Account() = default;
  explicit Account(const Table& answer);

  // The rows of some uses, in their order.
  Table of(std::span<const TimeUse> uses) const;

 private:
  const Table* answer_ = nullptr;
  std::array<std::vector<uint32_t>, kTimeUses> rows_;
};

}  // namespace nsys_ai::inline knowledge
