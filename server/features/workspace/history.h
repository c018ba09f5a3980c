// What a workspace compared, one line each in `.nsys-ai/history.jsonl`: what was tried, and what came of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "features/workspace/line_file.h"
#include "protocol/nsys_compare.h"

namespace nsys_ai {

struct HistoryEntry {
  std::string at;  // UTC, 2027-01-31T12:00:00Z
  std::optional<std::string> commit;
  std::optional<std::string> note;
  std::optional<std::string> hypothesis;
  std::optional<std::string> cameTrue;
  std::string verdict;
  std::string text;
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::optional<double> ratio;
  std::optional<nsys::RatioBounds> interval;
};
template <class F>
void fields(HistoryEntry& v, F& f) {
  f("at", v.at, "When it was compared, UTC.");
  f("commit", v.commit, "The commit of the workspace.");
  f("note", v.note, "What was changed.");
  f("hypothesis", v.hypothesis, "The cause that the change was to remove.");
  f("cameTrue", v.cameTrue, "What became of that cause.");
  f("verdict", v.verdict, "As in nsys/diff.");
  f("text", v.text, "The verdict in a sentence.");
  f("before", v.before, "The files of the base.");
  f("after", v.after, "The files of the other side.");
  f("ratio", v.ratio, "after / before.");
  f("interval", v.interval, "95 % of it.");
}

// What became of the cause that a hypothesis names, by its key or words of its title.
std::string outcome_of_hypothesis(const nsys::Comparison& comparison, std::string_view hypothesis);
// Says so in the comparison, and puts the finding first.
void look_at_hypothesis(const std::string& hypothesis, nsys::Comparison& comparison);
// Adds a line for the comparison; `at` and the commit are filled in.
Result<void> keep_in_history(const std::vector<std::filesystem::path>& workspace,
                             const nsys::Comparison& comparison, std::optional<std::string> note,
                             std::optional<std::string> hypothesis);
using History = LineEntries<HistoryEntry>;
Result<History> history_of(const std::vector<std::filesystem::path>& workspace);

}  // namespace nsys_ai
