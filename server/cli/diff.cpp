// nsys-ai diff: whether one side runs slower than the other, how sure that is, and where the time went.
#include "cli/common.h"
#include "cli/compared_sides.h"
#include "cli/terminal.h"
#include "features/workspace/diff_page.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostMarkdown = 8000;

struct DiffOptions {
  SideOptions sides;
  std::string format;
};

int diff(const DiffOptions& options) {
  const auto comparison = compared_files(options.sides);
  if (!comparison) return report(comparison.error());
  if (options.format == "json") return print(write_json(*comparison).pretty() + "\n");
  if (options.format == "markdown") return print(diff_markdown(*comparison, kMostMarkdown));
  return print(text_for_terminal(diff_page(*comparison)));
}

}  // namespace

void add_diff(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<DiffOptions>();
  CLI::App* command = program.add_subcommand(
      "diff", "Compare two profiles, or two sets of runs: a verdict, how sure it is, and where the time went");
  options->sides.add_profiles(*command, "The base and the other profile; with --against, the other runs");
  options->sides.add_against(*command);
  options->sides.add_gpus(*command);
  options->sides.add_iterations(*command);
  options->sides.add_floor(*command);
  add_format(*command, options->format, {"text", "markdown", "json"});
  command->callback([options, &run] { run = [options] { return diff(*options); }; });
}

}  // namespace nsys_ai
