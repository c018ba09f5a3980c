// A few words each.
#include "agent/ask/word_signs.h"

#include <algorithm>
#include <string_view>

namespace nsys_ai::inline agent {

bool asks_of_both_at_once(const std::vector<WordToken>& tokens) {
  constexpr std::string_view kAdded[] = {"total", "together", "combined", "sum", "summed", "altogether"};
  for (const WordToken& token : tokens)
    if (std::find(std::begin(kAdded), std::end(kAdded), token.word) != std::end(kAdded)) return false;
  constexpr std::string_view kStates[] = {"idle", "busy", "active", "working", "computing"};
  for (size_t i = 0; i + 3 < tokens.size(); ++i) {
    const bool are = tokens[i].word == "are" || tokens[i].word == "were" || tokens[i].word == "when";
    const bool all = tokens[i + 1].word == "both" || tokens[i + 1].word == "all";
    const bool gpus = tokens[i + 2].word == "gpus" || tokens[i + 2].word == "devices";
    if (are && all && gpus &&
        std::find(std::begin(kStates), std::end(kStates), tokens[i + 3].word) != std::end(kStates))
      return true;
  }
  return false;
}

bool says_lower_place(const std::vector<WordToken>& tokens) {
  for (size_t at = 0; at + 1 < tokens.size(); ++at)
    if (says_at(tokens, at, {"second", "third", "fourth", "fifth"}) &&
        says_at(tokens, at + 1, {"place", "position"}))
      return true;
  return false;
}

bool asks_while_any_runs(const std::vector<WordToken>& tokens) {
  const auto thing = [&](size_t at) {
    return says_at(tokens, at, {"kernel", "copy", "memcpy", "memset", "operation"});
  };
  for (size_t at = 0; at < tokens.size(); ++at) {
    const bool least = says_at(tokens, at, {"least"}) && says_at(tokens, at + 1, {"one"});
    if ((least && thing(at + 2)) || (says_at(tokens, at, {"any"}) && thing(at + 1)))
      return says_anywhere(tokens, {"long", "time"}) &&
             !says_anywhere(tokens, {"average", "mean", "median", "total", "summed"});
  }
  return false;
}

bool is_duration_of_each(const AskQuery& q) {
  return q.intent == Intent::measure && q.measure == Measure::time && q.pick == Pick::none;
}

bool says_its_launch(const std::vector<WordToken>& tokens) {
  for (size_t at = 0; at < tokens.size(); ++at) {
    if (says_at(tokens, at, {"call"}) && says_at(tokens, at + 1, {"that"}) &&
        says_at(tokens, at + 2, {"launched", "launches"}))
      return true;
    if (says_at(tokens, at, {"its", "their"}) && says_at(tokens, at + 1, {"launch", "launching"}))
      return true;
  }
  return false;
}

bool is_about_launch(const AskQuery& q) {
  const auto is_delay = [](Measure m) { return m == Measure::latency || m == Measure::queue; };
  return is_delay(q.measure) || is_delay(q.order) || q.launched != Launched::any ||
         q.intent != Intent::measure || !q.launched_by.empty() || q.calls != CallClass::any ||
         q.subject == Subject::call ||
         std::any_of(q.bounds.begin(), q.bounds.end(), [&](const Bound& b) { return is_delay(b.of); });
}

}  // namespace nsys_ai::inline agent
