// nsys-ai baseline: figures of runs that later runs are compared with.
#include <fmt/format.h>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/compared_sides.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "compare/verdict.h"
#include "features/workspace/baselines.h"
#include "protocol/write.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

struct BaselineOptions {
  SideOptions sides;
  std::string name;
  std::string format;
};

// What is not known of the runs, a sentence each.
std::vector<std::string> notes_of(const std::vector<RunFigures>& runs) {
  std::vector<std::string> all;
  for (const RunFigures& run : runs)
    for (const std::string& note : run.notes) all.push_back(one_line(fmt::format("{}: {}", run.file, note)));
  return all;
}

int set(const BaselineOptions& options) {
  auto runs = figures_of_files(options.sides);
  if (!runs) return report(runs.error());
  const size_t count = runs->size();
  const std::vector<std::string> notes = notes_of(*runs);
  const auto file = keep_baseline(workspace_folders(), options.name, std::move(*runs));
  if (!file) return report(file.error());
  std::string said =
      fmt::format("{} of {} is kept in {}.\n", options.name, counted(count, "run", "runs"), file->string());
  if (count < 3) said += "Three runs or more show the noise floor, which a verdict on the program needs.\n";
  for (const std::string& note : notes) said += note + "\n";
  return print(said);
}

int list(const BaselineOptions& options) {
  PageTable table{
      {text_cell("name"), number_cell("runs"), text_cell("unit"), number_cell("median"), text_cell("GPUs")},
      {},
      ""};
  std::vector<std::string> names = baseline_names(workspace_folders());
  if (options.format == "json") return print(write_json(names).pretty() + "\n");
  if (names.empty()) return print("There are no baselines here.\n");
  for (const std::string& name : names) {
    const auto runs = baseline(workspace_folders(), name);
    if (!runs) {
      report(runs.error());
      continue;
    }
    const nsys::ComparedSide side = compared_side(*runs);
    table.rows.push_back(
        {text_cell(name), count_cell(static_cast<int64_t>(runs->size())),
         text_cell(shortened(one_line(runs->front().unit), kNameWidth)), time_cell(side.medianNs),
         text_cell(one_line(fmt::format(
             "{} x {}", side.gpus.size(),
             side.gpus.empty() || side.gpus.front().empty() ? "not named" : side.gpus.front())))});
  }
  Page page;
  page.blocks.emplace_back(std::move(table));
  return print(text_for_terminal(page, 0));
}

int show(const BaselineOptions& options) {
  const auto runs = baseline(workspace_folders(), options.name);
  if (!runs) return report(runs.error());
  if (options.format == "json") return print(write_json(*runs).pretty() + "\n");
  Page page;
  page.blocks.emplace_back(Heading{options.name});
  PageTable table{{text_cell("capture"), number_cell("units"), number_cell("median"), number_cell("busy"),
                   number_cell("idle")},
                  {},
                  ""};
  for (const RunFigures& run : *runs)
    table.rows.push_back(
        {text_cell(one_line(run.file)), count_cell(run.units), time_cell(static_cast<int64_t>(run.medianNs)),
         time_cell(static_cast<int64_t>(run.busyNs)), time_cell(static_cast<int64_t>(run.idleNs))});
  table.caption = fmt::format("A unit is a {}.", one_line(runs->front().unit));
  page.blocks.emplace_back(std::move(table));
  for (std::string& note : notes_of(*runs)) page.blocks.emplace_back(Paragraph{std::move(note)});
  return print(text_for_terminal(page));
}

int remove(const BaselineOptions& options) {
  const auto removed = remove_baseline(workspace_folders(), options.name);
  return removed ? kAnswered : report(removed.error());
}

}  // namespace

void add_baseline(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<BaselineOptions>();
  CLI::App* command = program.add_subcommand(
      "baseline",
      "Figures of runs, kept in .nsys-ai/baselines of this folder, that later runs are compared with");
  command->require_subcommand(1);
  const auto add_name = [&](CLI::App& to) {
    to.add_option("NAME", options->name, "What it is called")->required();
  };

  CLI::App* setting =
      command->add_subcommand("set", "Keep the figures of these runs; one of that name is replaced");
  add_name(*setting);
  options->sides.add_profiles(*setting, "The runs, three or more for a verdict");
  options->sides.add_gpus(*setting);
  setting->callback([options, &run] { run = [options] { return set(*options); }; });

  CLI::App* listing = command->add_subcommand("list", "All of this folder");
  add_format(*listing, options->format, {"text", "json"});
  listing->callback([options, &run] { run = [options] { return list(*options); }; });

  CLI::App* showing = command->add_subcommand("show", "What one keeps");
  add_name(*showing);
  add_format(*showing, options->format, {"text", "json"});
  showing->callback([options, &run] { run = [options] { return show(*options); }; });

  CLI::App* removing = command->add_subcommand("remove", "Take one away");
  add_name(*removing);
  removing->callback([options, &run] { run = [options] { return remove(*options); }; });
}

}  // namespace nsys_ai
