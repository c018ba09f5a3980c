// nsys-ai check: whether runs hold the rules of a workspace; the gate of CI.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstring>

#include "cli/common.h"
#include "cli/compared_sides.h"
#include "cli/output_file.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/workspace/check_report.h"
#include "features/workspace/checks.h"
#include "features/workspace/diff_page.h"
#include "protocol/write.h"
#include "skill/user_skills.h"

namespace nsys_ai {
namespace {

struct CheckOptions {
  SideOptions sides;
  std::string max_slowdown;
  std::string max_idle;
  std::optional<double> max_unit_ms;
  std::string junit;
  std::string summary;
  bool allow_inconclusive = false;
  std::string format;
};

// Those of the file, and those of the command.
void add_rules(const CheckOptions& options, CheckFile& file) {
  if (!options.max_slowdown.empty())
    file.rules.push_back(
        {.name = "max-slowdown", .figure = "unit", .maxIncrease = share_of_text(options.max_slowdown)});
  if (!options.max_idle.empty())
    file.rules.push_back({.name = "max-idle", .figure = "idleShare", .max = share_of_text(options.max_idle)});
  if (options.max_unit_ms)
    file.rules.push_back({.name = "max-unit", .figure = "unit", .max = *options.max_unit_ms * 1e6});
  if (file.rules.empty()) file.rules.push_back({.figure = "verdict"});
}

bool needs_base(const CheckFile& file) {
  return std::any_of(file.rules.begin(), file.rules.end(), [](const CheckRule& rule) {
    return !rule.skill && (rule.maxIncrease || rule.figure.value_or("verdict") == "verdict");
  });
}

int write_file(const std::string& path, const std::string& text) {
  if (path.empty()) return kAnswered;
  OutputFile file(path);
  if (!file.opened() || !file.write(text) || !file.finish()) return not_written(path, errno);
  return kAnswered;
}

std::string today() {
  return fmt::format("{:%Y-%m-%d}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

int print_report(const CheckReport& checked, const CheckOptions& options) {
  if (options.format == "json") return print(write_json(checked).pretty() + "\n");
  if (options.format == "markdown") return print(check_markdown(checked, kMostDiffBytes));
  return print(text_for_terminal(check_page(checked)));
}

Result<CheckReport> report_of(CheckOptions options, const CheckFile& file, const SkillSet& skills) {
  if (options.sides.against.empty() && file.against) options.sides.against = {*file.against};
  const bool has_base = !options.sides.against.empty();
  if (!has_base && needs_base(file))
    return fail(ErrorCode::bad_request, "There is no base to compare with.",
                "Name one: --against PROFILE... or --against NAME of `nsys-ai baseline`.");
  if (!has_base) options.sides.against = options.sides.profiles;
  const auto compared = compared_files(options.sides);
  if (!compared) return tl::unexpected(compared.error());
  return checked({compared->comparison, has_base, compared->runs}, file, skills, today(), command_work());
}

int check_runs(const CheckOptions& options) {
  auto file = read_check_file(workspace_folders());
  if (!file) return report(file.error());
  add_rules(options, *file);
  const SkillSetPtr skills = workspace_skills();
  for (const CheckRule& rule : file->rules)
    if (const auto valid = valid_rule(rule, *skills); !valid) return report(valid.error());
  const auto checked = report_of(options, *file, *skills);
  if (!checked) return report(checked.error());
  if (const int code = write_file(options.junit, check_junit(*checked)); code != kAnswered) return code;
  if (const int code = write_file(options.summary, check_markdown(*checked, kMostDiffBytes));
      code != kAnswered)
    return code;
  if (const int code = print_report(*checked, options); code != kAnswered) return code;
  const bool holds =
      checked->outcome == "holds" || (checked->outcome == "inconclusive" && options.allow_inconclusive);
  return holds ? kAnswered : kFailed;
}

}  // namespace

void add_check(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = program.add_subcommand(
      "check",
      "Hold runs against the rules of .nsys-ai/check.json and of options; exit code 1 where one falls or cannot be decided");
  options->sides.add_profiles(*command, "The runs");
  options->sides.add_against(*command);
  options->sides.add_gpus(*command);
  options->sides.add_floor(*command);
  command
      ->add_option("--max-slowdown", options->max_slowdown,
                   "The most by which a unit may take longer, such as 5%")
      ->check(invalid_share)
      ->type_name("SHARE");
  command
      ->add_option("--max-idle", options->max_idle,
                   "The largest share of a unit in which the GPU does nothing")
      ->check(invalid_share)
      ->type_name("SHARE");
  command->add_option("--max-unit-ms", options->max_unit_ms, "The longest that the median unit may take")
      ->check(CLI::PositiveNumber)
      ->type_name("MS");
  command->add_flag("--allow-inconclusive", options->allow_inconclusive,
                    "Pass where nothing fell, though a rule cannot be decided");
  command->add_option("--junit", options->junit, "Write the outcome of each rule as JUnit's XML")
      ->type_name("FILE");
  command->add_option("--summary", options->summary, "Write the report as Markdown, for a pull request")
      ->type_name("FILE");
  add_format(*command, options->format, {"text", "markdown", "json"});
  command->callback([options, &run] { run = [options] { return check_runs(*options); }; });
}

}  // namespace nsys_ai
