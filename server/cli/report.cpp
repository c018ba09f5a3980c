// nsys-ai report: writes the report on a run of inference into a folder: report.md, report.json and tables/*.csv.
#include "view/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <filesystem>

#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/workspace.h"
#include "features/wire_report.h"
#include "knowledge/suppression.h"
#include "protocol/write.h"
#include "skill/project_facts.h"
#include "skills/list.h"
#include "view/report/stage_bars.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

struct ReportCommand {
  ProfileArguments profile;
  std::vector<std::string> beside;
  std::string explaining;
  std::string out;
  int64_t kernel_limit = 30;
  double coverage_threshold = 0.7;
  bool no_percentiles = false;
  bool no_kernel_map = false;
  bool print_schema = false;
};

std::string phase_map_of(const ReportCommand& command) {
  return command.profile.phase_map.empty() ? workspace_skills()->project.text_of(kPhaseMap)
                                           : command.profile.phase_map;
}

struct WrittenFile {
  fs::path path;
  std::string text;
};

std::vector<WrittenFile> files_of(const RunReport& report, const std::string& picture,
                                  const fs::path& folder) {
  std::vector<WrittenFile> files{{folder / "report.md", report_markdown(report)},
                                 {folder / "report.json", write_json(wire_report(report)).pretty() + "\n"},
                                 {folder / "stages.svg", picture}};
  for (const ReportTable& table : report.tables)
    files.push_back({folder / "tables" / (table.name + ".csv"), csv(table.table)});
  if (report.options.requests.empty()) files.push_back({folder / "tables" / "requests.csv", ""});
  return files;
}

// Leaves nothing of a new folder where a file cannot be written; files of an old one are replaced one by one.
int write_files(const std::vector<WrittenFile>& files, const fs::path& folder) {
  std::error_code none;
  const bool is_new = !fs::exists(folder, none);
  OutputFolders folders;
  for (const fs::path& each : {folder, folder / "tables"})
    if (auto made = folders.make(each); !made) return report(made.error());
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i].text.empty()) {  // a picture of nothing, or no log
      fs::remove(files[i].path, none);
      continue;
    }
    OutputFile file(files[i].path);
    if (file.opened() && file.write(files[i].text) && file.finish()) continue;
    const int cause = errno;
    for (size_t written = 0; is_new && written < i; ++written) fs::remove(files[written].path, none);
    return not_written(files[i].path.string(), cause);
  }
  return kAnswered;
}

// The bars of this run and of those beside it.
Result<std::string> picture_of(const RunReport& report, const std::vector<std::string>& beside) {
  std::vector<StageBar> bars;
  if (const Answer* answer = report.find("time_by_family")) bars.push_back(stage_bar(report.file, *answer));
  const Skill& skill = **built_in_skills().find("time_by_family");
  for (const std::string& path : beside) {
    const auto profile = open_profile(path);
    if (!profile) return tl::unexpected(profile.error());
    const auto answer = run_skill(skill, **profile, {}, ParamValues{}, command_work());
    if (!answer) return tl::unexpected(answer.error());
    bars.push_back(stage_bar(fs::path(path).filename().string(), *answer));
  }
  return stage_bars_svg(bars);
}

// What `tables` and their columns are, without a profile's figures.
std::string schema_text(const Profile& profile, const RunReport& report) {
  std::string text = fmt::format("{}\n", one_line(report.file));
  for (const FileTable& table : profile.tables())
    text += fmt::format("{}: {}\n", one_line(table.name), one_line(fmt::format("{}", fmt::join(table.columns, ", "))));
  return text;
}

int run_report(const ReportCommand& command) {
  const ScopeRequest scope = command.profile.scope();
  auto profile = open_profile(command.profile.path, scope);
  if (!profile) return report(profile.error());
  ProfilePtr explaining;
  if (!command.explaining.empty()) {
    const auto other = open_profile(command.explaining);
    if (!other) return report(other.error());
    explaining = *other;
  }
  auto made = make_report(**profile,
                          {.scope = scope,
                           .kernel_limit = command.kernel_limit,
                           .percentiles = !command.no_percentiles,
                           .nvtx_kernel_map = !command.no_kernel_map,
                           .coverage_threshold = command.coverage_threshold,
                           .phase_map = phase_map_of(command),
                           .requests = workspace_skills()->project.text_of(kRequestLog),
                           .explaining = explaining,
                           .picture = true},
                          command_work());
  if (!made) return report(made.error());
  made->findings = without_suppressed(std::move(made->findings), workspace_suppressions(), made->file);
  const auto picture = picture_of(*made, command.beside);
  if (!picture) return report(picture.error());
  if (const int code = write_files(files_of(*made, *picture, command.out), command.out); code != kAnswered)
    return code;
  if (command.print_schema)
    if (const int code = print(schema_text(**profile, *made)); code != kAnswered) return code;
  for (const std::string& warning : made->warnings) report({ErrorCode::cannot_do, warning, ""});
  return print(fmt::format("{}\n", (fs::path(command.out) / "report.md").string()));
}

}  // namespace

void add_report(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<ReportCommand>();
  CLI::App* command = program.add_subcommand(
      "report", "Write a report on a run of inference into a folder: report.md, report.json, tables/*.csv");
  options->profile.add_path(*command);
  options->profile.add_scope(*command);
  add_request_log(*command);
  command->add_option("--out", options->out, "The folder; made where it is missing")
      ->required()
      ->check(invalid_file_name)
      ->type_name("DIR");
  command
      ->add_option("--kernel-limit,--top-kernels", options->kernel_limit,
                   "How many kernels the report has; 0 for none, negative for all")
      ->capture_default_str()
      ->type_name("N");
  command->add_flag("--no-kernel-percentiles", options->no_percentiles, "Leave p50 and p90 out of tables/kernels.csv");
  command->add_flag("--no-nvtx-kernel-map", options->no_kernel_map, "Leave out which kernels each range launched");
  command
      ->add_option("--nvtx-coverage-warn-threshold", options->coverage_threshold,
                   "Warn where ranges cover less of kernel time than this, from 0 to 1")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str()
      ->type_name("SHARE");
  command
      ->add_option("--beside", options->beside, "Another run in the picture stages.svg; may be given again")
      ->allow_extra_args(false)
      ->type_name("PROFILE");
  command
      ->add_option(
          "--explain-graphs", options->explaining,
          "Another capture of the program, by node or without graphs, that shows what lies inside graphs recorded whole")
      ->type_name("PROFILE");
  command->add_flag("--print-schema", options->print_schema, "Print the tables and columns of the profile, too");
  command->callback([options, &run] { run = [options] { return run_report(*options); }; });
}

}  // namespace nsys_ai
