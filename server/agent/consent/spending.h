// The cost of language models today, and the limits on it.
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
  double usd = 0;  // of requests made while a price was set
};

// Returns nullopt if no price is set.
std::optional<double> cost_of(const ChatUsage& usage, const ModelSettings& settings);

// From spent.json in the user's state folder, shared by all programs of this user. Fails if it cannot be
// read.
Result<Spent> spent_today();
Result<void> add_spending(const ChatUsage& usage, const ModelSettings& settings);

// Fails and names the daily limit that is reached.
Result<void> check_day(const Spent& spent, const SpendingLimits& limits);
// Whether a question with this usage may go on with a request of about `next` tokens.
Result<void> check_question(const ChatUsage& so_far, int64_t next, const ModelSettings& settings);

// "12,300 of 2,000,000 tokens today".
std::string spent_text(const Spent& spent, const SpendingLimits& limits);

}  // namespace nsys_ai
