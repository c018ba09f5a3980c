// A small file that starts at zero each day.
#include "agent/consent/spending.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "base/shared_file.h"
#include "base/text_table.h"
#include "base/user_folders.h"
#include "protocol/json_file.h"
#include "protocol/read.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

struct SpentFile {
  std::string day;
  int64_t inputTokens = 0;
  int64_t outputTokens = 0;
  double usd = 0;
};
template <class F>
void fields(SpentFile& v, F& f) {
  f("day", v.day, "In UTC.");
  f("inputTokens", v.inputTokens, "What models read.");
  f("outputTokens", v.outputTokens, "What models wrote.");
  f("usd", v.usd, "What that cost, where the price was set.");
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 16> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts)};
}

Result<fs::path> spent_file() {
  const fs::path folder = user_state_folder();
  if (folder.empty())
    return fail(ErrorCode::cannot_do, "There is no place to count what models cost: HOME is not set.",
                "Set HOME or XDG_STATE_HOME.");
  return folder / "spent.json";
}

Result<SpentFile> parse_spent(const fs::path& file, const std::string& text) {
  SpentFile none;
  none.day = today();
  if (text.empty()) return none;
  const auto json = parse_json_file(file.string(), text);
  const auto bad_file = [](const Error& why) {
    return fail(ErrorCode::cannot_do, why.message, "Remove the file; what was spent today is counted again from nothing.");
  };
  if (!json) return bad_file(json.error());
  auto read = read_json<SpentFile>(*json, file.string());
  if (!read) return bad_file(read.error());
  if (read->day != none.day) return none;
  constexpr int64_t kMost = 1'000'000'000'000'000;  // sums of these cannot overflow
  for (int64_t* tokens : {&read->inputTokens, &read->outputTokens})
    *tokens = std::clamp<int64_t>(*tokens, 0, kMost);
  return *read;
}

tl::unexpected<Error> over(const std::string& what, std::string_view setting) {
  return fail(ErrorCode::cannot_do, what,
              fmt::format("ai.{} sets the limit; answers without a model cost nothing.", setting));
}

int64_t total(const ChatUsage& usage) { return usage.input + usage.output; }

}  // namespace

std::optional<double> cost_of(const ChatUsage& usage, const ModelSettings& settings) {
  if (!settings.price) return std::nullopt;
  return (static_cast<double>(usage.input) * settings.price->input +
          static_cast<double>(usage.output) * settings.price->output) /
         1e6;
}

Result<Spent> spent_today() {
  const auto file = spent_file();
  if (!file) return tl::unexpected(file.error());
  const auto text = read_shared_file(*file, "costs");
  if (!text) return tl::unexpected(text.error());
  const auto read = parse_spent(*file, *text);
  if (!read) return tl::unexpected(read.error());
  return Spent{read->day, {read->inputTokens, read->outputTokens}, read->usd};
}

Result<void> add_spending(const ChatUsage& usage, const ModelSettings& settings) {
  const auto file = spent_file();
  if (!file) return tl::unexpected(file.error());
  return change_shared_file(
      *file, "costs",
      [&](const std::string& text) -> Result<std::string> {
        auto spent = parse_spent(*file, text);
        if (!spent) return tl::unexpected(spent.error());
        spent->inputTokens += usage.input;
        spent->outputTokens += usage.output;
        spent->usd += cost_of(usage, settings).value_or(0);
        return write_json(*spent).pretty() + "\n";
      },
      0600);
}

Result<void> check_day(const Spent& spent, const SpendingLimits& limits) {
  if (total(spent.usage) >= limits.tokens_per_day)
    return over(fmt::format("The {} tokens of today are spent.", readable_count(limits.tokens_per_day)),
                "tokensPerDay");
  if (limits.usd_per_day && spent.usd >= *limits.usd_per_day)
    return over(fmt::format("The {:.2f} dollars of today are spent.", *limits.usd_per_day), "usdPerDay");
  return {};
}

Result<void> check_question(const ChatUsage& so_far, int64_t next, const ModelSettings& settings) {
  const SpendingLimits& limits = settings.limits;
  if (total(so_far) + next > limits.tokens_per_question)
    return over(fmt::format("The question would cost more than its {} tokens.",
                            readable_count(limits.tokens_per_question)),
                "tokensPerQuestion");
  ChatUsage with_next = so_far;
  with_next.input += next;
  const auto cost = cost_of(with_next, settings);
  if (limits.usd_per_question && cost && *cost > *limits.usd_per_question)
    return over(
        fmt::format("The question would cost more than its {:.2f} dollars.", *limits.usd_per_question),
        "usdPerQuestion");
  return {};
}

std::string spent_text(const Spent& spent, const SpendingLimits& limits) {
  std::string text = fmt::format("{} of {} tokens today", readable_count(total(spent.usage)),
                                 readable_count(limits.tokens_per_day));
  if (limits.usd_per_day) text += fmt::format(", {:.2f} of {:.2f} dollars", spent.usd, *limits.usd_per_day);
  return text;
}

}  // namespace nsys_ai
