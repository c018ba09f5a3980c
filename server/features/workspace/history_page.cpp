// A heading with what was changed, the verdict, and what became of the hypothesis.
#include "features/workspace/history_page.h"

#include <fmt/format.h>

#include "base/log.h"
#include "base/text_table.h"
#include "features/workspace/hypotheses.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

constexpr size_t kLastEntries = 3;

std::string title_of(const HistoryEntry& of) {
  std::string title = one_line(of.at);
  if (of.commit) title += " " + one_line(*of.commit);
  if (of.note) title += ": " + one_line(*of.note);
  return title;
}

std::string hypothesis_of(const HistoryEntry& of) {
  return fmt::format("Hypothesis {}: {}.", one_line(*of.hypothesis),
                     one_line(of.cameTrue.value_or("not looked at")));
}

}  // namespace

Page history_page(const History& history) {
  Page page;
  for (const HistoryEntry& of : history.entries) {
    page.blocks.emplace_back(Heading{title_of(of)});
    page.blocks.emplace_back(Paragraph{one_line(of.text)});
    if (of.hypothesis) page.blocks.emplace_back(Paragraph{hypothesis_of(of)});
  }
  if (history.broken > 0)
    page.notes.push_back(fmt::format("{} cannot be read.", counted(history.broken, "line", "lines")));
  return page;
}

void add_history(const std::vector<std::filesystem::path>& workspace, Page& page) {
  add_hypotheses(workspace, page);
  const auto history = history_of(workspace);
  if (!history) return log_warning(history.error().message);
  const auto& all = history->entries;
  if (all.empty()) return;
  page.blocks.emplace_back(Heading{"What was tried"});
  for (size_t i = 0; i < std::min(all.size(), kLastEntries); ++i) {
    const HistoryEntry& of = all[all.size() - 1 - i];
    std::string words = title_of(of) + ". " + one_line(of.text);
    if (of.hypothesis) words += " " + hypothesis_of(of);
    page.blocks.emplace_back(Paragraph{std::move(words)});
  }
  if (all.size() > kLastEntries)
    page.blocks.emplace_back(
        Paragraph{fmt::format("`nsys-ai history` lists all {}.", readable_count(std::ssize(all)))});
}

std::string version_of_history(const std::vector<std::filesystem::path>& workspace) {
  const auto history = history_of(workspace);
  return history ? fmt::format("{}", history->entries.size()) : "";
}

}  // namespace nsys_ai
