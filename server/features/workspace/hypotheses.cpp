// Puts together what was supposed and what was compared.
#include "features/workspace/hypotheses.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"
#include "base/text_table.h"
#include "features/workspace/history.h"
#include "features/workspace/workspace_file.h"

namespace nsys_ai {
namespace {

constexpr const char* kHypothesesFile = "hypotheses.jsonl";
constexpr const char* kHypothesesName = "hypotheses";

struct SupposedLine {
  std::string at;
  std::string cause;
  std::string note;
};
template <class F>
void fields(SupposedLine& v, F& f) {
  f("at", v.at, "When it was written down, UTC.");
  f("cause", v.cause, "The cause, by its key or words of its title.");
  f("note", v.note, "Why it is supposed.");
}

Hypothesis& named_hypothesis(std::vector<Hypothesis>& all, const std::string& cause) {
  const auto found = std::ranges::find(all, cause, &Hypothesis::cause);
  return found != all.end() ? *found : all.emplace_back(Hypothesis{cause, "", "open", {}});
}

// `cameTrue` begins with the key of the cause and what became of it.
std::string state_of_hypothesis(const std::string& came_true, const std::string& before) {
  const size_t colon = came_true.find(':');
  const std::string head = came_true.substr(0, std::min(colon, came_true.size()));
  if (colon == std::string::npos) return before;
  return head.ends_with(" went")                                ? "confirmed"
         : head.ends_with(" stayed") || head.ends_with(" came") ? "refuted"
                                                                : before;
}

}  // namespace

Result<void> suppose(const std::vector<std::filesystem::path>& workspace, std::string cause,
                     std::string note) {
  const auto files = workspace_files(workspace, kHypothesesFile);
  if (files.empty())
    return fail(ErrorCode::cannot_do, "No folder is open in which a hypothesis could be kept.");
  return append_line(files.front(), kHypothesesName,
                     SupposedLine{utc_now(), std::move(cause), std::move(note)});
}

Result<std::vector<Hypothesis>> hypotheses_of(const std::vector<std::filesystem::path>& workspace) {
  const auto supposed =
      read_lines<SupposedLine>(workspace_files(workspace, kHypothesesFile), kHypothesesName);
  if (!supposed) return tl::unexpected(supposed.error());
  const auto history = history_of(workspace);
  if (!history) return tl::unexpected(history.error());
  std::vector<Hypothesis> all;
  for (const SupposedLine& of : supposed->entries) named_hypothesis(all, of.cause).note = of.note;
  for (const HistoryEntry& of : history->entries) {
    if (!of.hypothesis) continue;
    Hypothesis& hypothesis = named_hypothesis(all, *of.hypothesis);
    const std::string came_true = of.cameTrue.value_or("");
    hypothesis.state = state_of_hypothesis(came_true, hypothesis.state);
    hypothesis.evidence.push_back(fmt::format("{}{}: {}", of.at.substr(0, of.at.find('T')),
                                              of.note ? " (" + *of.note + ")" : "", came_true));
  }
  return all;
}

std::string hypothesis_words(const Hypothesis& of) {
  std::string text = fmt::format("{}: {}", one_line(of.cause), of.state);
  if (!of.note.empty()) text += ", " + one_line(of.note);
  if (!of.evidence.empty()) text += ". " + one_line(of.evidence.back());
  return text;
}

void add_hypotheses(const std::vector<std::filesystem::path>& workspace, Page& page) {
  const auto all = hypotheses_of(workspace);
  if (!all) return log_warning(all.error().message);
  if (all->empty()) return;
  page.blocks.emplace_back(Heading{"What is supposed"});
  for (const Hypothesis& of : *all) page.blocks.emplace_back(Paragraph{hypothesis_words(of) + "."});
}

}  // namespace nsys_ai
