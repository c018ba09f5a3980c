// nsys-ai diff: whether one side runs slower than the other, how sure that is, and where the time went.
#include "cli/common.h"
#include "cli/compared_sides.h"
#include "cli/served_page.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/workspace/diff_page.h"
#include "features/workspace/history.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

struct DiffOptions {
  SideOptions sides;
  std::string note;
  std::string hypothesis;
  std::string format;
  bool browser = false;
  LoopbackServer::Options server;
};

std::optional<std::string> given(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

// Serves the profiles of both sides, of which the pages show the first.
int show_in_browser(const DiffOptions& options) {
  const auto sides = opened_sides(options.sides);
  if (!sides) return report(sides.error());
  ViewerServer viewer(options.server);
  auto subject = browser_subject("2", sides->after);
  subject.others.push_back(browser_subject("1", sides->before));
  prepare_timeline(sides->after);
  prepare_timeline(sides->before);
  const auto shown = viewer.show_comparison(subject, "1");
  if (!shown) return report(shown.error());
  return serve_shown(*shown);
}

int diff(const DiffOptions& options) {
  if (options.browser) return show_in_browser(options);
  auto compared = compared_files(options.sides);
  if (!compared) return report(compared.error());
  nsys::Comparison& comparison = compared->comparison;
  if (!options.hypothesis.empty()) look_at_hypothesis(options.hypothesis, comparison);
  if (!options.note.empty() || !options.hypothesis.empty()) {
    const auto kept =
        keep_in_history(workspace_folders(), comparison, given(options.note), given(options.hypothesis));
    if (!kept) return report(kept.error());
  }
  if (options.format == "json") return print(write_json(comparison).pretty() + "\n");
  if (options.format == "markdown") return print(diff_markdown(comparison, kMostDiffBytes));
  return print(text_for_terminal(diff_page(comparison)));
}

}  // namespace

void add_diff(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command = program.add_subcommand(
      "diff",
      "Compare two profiles, or two sets of runs: a verdict, how sure it is, and where the time went");
  options->sides.add_profiles(*command, "The base and the other profile; with --against, the other runs");
  options->sides.add_against(*command);
  options->sides.add_gpus(*command);
  options->sides.add_iterations(*command);
  options->sides.add_trims(*command);
  options->sides.add_floor(*command);
  command
      ->add_option("-m,--note", options->note,
                   "What was changed: keeps the comparison in .nsys-ai/history.jsonl")
      ->type_name("TEXT");
  command
      ->add_option("--hypothesis", options->hypothesis,
                   "The cause that the change was to remove, by its key or words of its title; kept too")
      ->type_name("CAUSE");
  command->add_flag("--browser", options->browser,
                    "Show the comparison of two profiles in the browser, with both timelines");
  command->add_option("--port", options->server.port, "Of that page; 0 takes a free one")->type_name("PORT");
  add_format(*command, options->format, {"text", "markdown", "json"});
  command->callback([options, &run] { run = [options] { return diff(*options); }; });
}

}  // namespace nsys_ai
