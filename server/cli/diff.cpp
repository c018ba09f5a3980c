// nsys-ai diff: whether one side runs slower than the other, how sure that is, and where the time went.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/common.h"
#include "cli/compared_sides.h"
#include "cli/served_page.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "compare/compare_experiments.h"
#include "features/workspace/diff_page.h"
#include "features/workspace/history.h"
#include "features/workspace/ranks_diff_page.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

struct DiffOptions {
  SideOptions sides;
  std::string note;
  std::string hypothesis;
  std::string format;
  bool browser = false;
  bool ranks_by_name = false;
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

bool is_folder(const std::string& name) {
  std::error_code error;
  return std::filesystem::is_directory(name, error);
}

bool names_folder(const SideOptions& sides) {
  return std::any_of(sides.profiles.begin(), sides.profiles.end(), is_folder) ||
         std::any_of(sides.against.begin(), sides.against.end(), is_folder);
}

// The pages are of the first capture of the second run.
int show_folders(const std::vector<std::string>& before, const std::vector<std::string>& after,
                 const DiffOptions& options) {
  const auto first = captures_below(before);
  if (!first) return report(first.error());
  const auto second = captures_below(after);
  if (!second) return report(second.error());
  const auto profile = open_profile(second->front().string());
  if (!profile) return report(profile.error());
  ViewerServer viewer(options.server);
  auto subject = browser_subject("", *profile);
  subject.captures = *second;
  subject.captures_before = *first;
  subject.ranks_by_name = options.ranks_by_name;
  const auto shown = viewer.show_ranks(subject);
  if (!shown) return report(shown.error());
  return serve_shown(*shown);
}

// Each side is the folder of one run: the captures of its ranks.
int diff_of_folders(const DiffOptions& options) {
  const SideOptions& sides = options.sides;
  std::vector<std::string> before = sides.against;
  std::vector<std::string> after = sides.profiles;
  if (before.empty() && after.size() == 2) {
    before = {after.front()};
    after = {after.back()};
  }
  for (const std::vector<std::string>* side : {&before, &after})
    for (const std::string& path : *side)
      if (std::error_code error; !std::filesystem::exists(path, error))
        return report({ErrorCode::bad_request, fmt::format("There is no {}.", path), "Name the folders of two runs."});
  if (before.size() != 1 || after.size() != 1 || !is_folder(before.front()) || !is_folder(after.front()))
    return report({ErrorCode::bad_request,
                   "A folder of captures is one run, and is compared with another one.",
                   "Write `nsys-ai diff BEFORE_DIR AFTER_DIR`."});
  if (has_parts(sides) || !sides.floor.empty() || !options.note.empty() || !options.hypothesis.empty())
    return report(
        {ErrorCode::bad_request,
         "Folders are compared as a whole: of the other options --format, --browser and --ranks-by-name fit.",
         "Compare two profiles of one rank for the rest."});
  ExperimentOptions of_ranks;
  of_ranks.ranks_by_name = options.ranks_by_name;
  if (options.browser) return show_folders(before, after, options);
  const auto compared = compare_experiments_at(before, after, of_ranks, command_work());
  if (!compared) return report(compared.error());
  if (options.format == "json") return print(write_json(*compared).pretty() + "\n");
  if (options.format == "markdown") return print(ranks_diff_markdown(*compared, kMostDiffBytes));
  return print(text_for_terminal(ranks_diff_page(*compared)));
}

int diff(const DiffOptions& options) {
  if (names_folder(options.sides)) return diff_of_folders(options);
  if (options.ranks_by_name)
    return report({ErrorCode::bad_request,
                   "--ranks-by-name is for folders, each with the captures of one run.",
                   "Write `nsys-ai diff BEFORE_DIR AFTER_DIR --ranks-by-name`."});
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
  options->sides.add_profiles(
      *command,
      "The base and the other profile, or two folders with the captures of all ranks of a run; with --against, the other runs");
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
  command->add_flag("--ranks-by-name", options->ranks_by_name,
                    "Of folders: take ranks that captures do not state from `rank3` in names of files");
  command->add_flag(
      "--browser", options->browser,
      "Show the comparison of two profiles in the browser, with both timelines, or of two folders");
  command->add_option("--port", options->server.port, "Of that page; 0 takes a free one")->type_name("PORT");
  add_format(*command, options->format, {"text", "markdown", "json"});
  command->callback([options, &run] { run = [options] { return diff(*options); }; });
}

}  // namespace nsys_ai
