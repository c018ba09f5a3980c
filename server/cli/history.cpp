// nsys-ai history: what was compared in this folder, and what came of it.
#include "features/workspace/history.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "protocol/write.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

Page history_page(const History& history) {
  Page page;
  for (const HistoryEntry& of : history.entries) {
    std::string title = of.at;
    if (of.commit) title += " " + one_line(*of.commit);
    if (of.note) title += ": " + one_line(*of.note);
    page.blocks.emplace_back(Heading{title});
    page.blocks.emplace_back(Paragraph{one_line(of.text)});
    if (of.hypothesis)
      page.blocks.emplace_back(Paragraph{fmt::format("Hypothesis {}: {}.", one_line(*of.hypothesis),
                                                     one_line(of.cameTrue.value_or("not looked at")))});
  }
  if (history.broken > 0)
    page.notes.push_back(fmt::format("{} cannot be read.", counted(history.broken, "line", "lines")));
  return page;
}

int show_history(const std::string& format) {
  const auto history = history_of(workspace_folders());
  if (!history) return report(history.error());
  if (format == "json") return print(write_json(history->entries).pretty() + "\n");
  if (history->entries.empty() && history->broken == 0)
    return print("Nothing was kept here: `nsys-ai diff -m NOTE` keeps what it compares.\n");
  return print(text_for_terminal(history_page(*history)));
}

}  // namespace

void add_history(CLI::App& program, std::function<int()>& run) {
  auto format = std::make_shared<std::string>();
  CLI::App* command =
      program.add_subcommand("history", "What was compared in this folder with a note, and what came of it");
  add_format(*command, *format, {"text", "json"});
  command->callback([format, &run] { run = [format] { return show_history(*format); }; });
}

}  // namespace nsys_ai
