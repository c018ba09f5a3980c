// nsys-ai history: what was supposed and compared in this folder, and what came of it.
#include "features/workspace/history_page.h"

#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/workspace/hypotheses.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

struct HistoryArguments {
  std::string format;
  std::string supposed;
  std::string note;
};

int show_history(const HistoryArguments& options) {
  if (!options.supposed.empty()) {
    const auto kept = suppose(workspace_folders(), options.supposed, options.note);
    return kept ? kAnswered : report(kept.error());
  }
  const auto history = history_of(workspace_folders());
  if (!history) return report(history.error());
  if (options.format == "json") return print(write_json(history->entries).pretty() + "\n");
  Page page;
  add_hypotheses(workspace_folders(), page);
  if (history->entries.empty() && history->broken == 0 && page.blocks.empty())
    return print("Nothing was kept here: `nsys-ai diff -m NOTE` keeps what it compares.\n");
  Page compared = history_page(*history);
  page.blocks.insert(page.blocks.end(), compared.blocks.begin(), compared.blocks.end());
  page.notes = std::move(compared.notes);
  return print(text_for_terminal(page));
}

}  // namespace

void add_history(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<HistoryArguments>();
  CLI::App* command =
      program.add_subcommand("history", "What was supposed and compared in this folder, and what came of it");
  auto* supposed =
      command
          ->add_option(
              "--suppose", options->supposed,
              "Write down a hypothesis: a cause, by its key or words of its title. `diff --hypothesis` looks at it")
          ->type_name("CAUSE");
  command->add_option("-m,--note", options->note, "Why it is supposed")->needs(supposed)->type_name("TEXT");
  add_format(*command, options->format, {"text", "json"});
  command->callback([options, &run] { run = [options] { return show_history(*options); }; });
}

}  // namespace nsys_ai
