// What language models cost today, and whether there is room for a question more.
#pragma once

#include <optional>
#include <string>

#include "agent/consent/model_settings.h"
#include "agent/model/chat.h"
#include "base/result.h"

namespace nsys_ai {

struct Spent {
  std::string day;  // in UTC: "2026-11-23"
  ChatUsage usage;
  double usd = 0;  // of what was asked while a price was set
};

// Nothing where no price is set.
std::optional<double> cost_of(const ChatUsage& usage, const ModelSettings& settings);

// From spent.json of the user's state folder, for all programs of this user. Fails where it cannot be read.
Result<Spent> spent_today();
Result<void> add_spending(const ChatUsage& usage, const ModelSettings& settings);

// Fails with which limit of the day is reached.
Result<void> check_day(const Spent& spent, const SpendingLimits& limits);
// Whether a question that has cost this may go on, with a request that will cost about `next` tokens.
Result<void> check_question(const ChatUsage& so_far, int64_t next, const ModelSettings& settings);

// "12,300 of 2,000,000 tokens today".
std::string spent_text(const Spent& spent, const SpendingLimits& limits);

}  // namespace nsys_ai
