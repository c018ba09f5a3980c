// nsys-ai history: what was compared in this folder, and what came of it.
#include "features/workspace/history_page.h"

#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

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
