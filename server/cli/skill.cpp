// nsys-ai skill: list the questions, describe one, run one.
#include <fmt/format.h>

#include "base/text_table.h"
#include "cli/common.h"
#include "features/wire.h"
#include "protocol/answer_json.h"
#include "protocol/write.h"
#include "skills/list.h"

namespace nsys_ai {
namespace {

struct Options {
  ProfileArguments profile;
  std::string name;
  std::vector<std::string> params;
  std::optional<int64_t> limit;
  std::string format;
};

std::string scope_line(const Answer& answer) {
  std::string devices;
  for (const int64_t device : answer.scope.devices)
    devices += (devices.empty() ? "" : ", ") + fmt::format("{}", device);
  return fmt::format("GPU {}, {} to {}", devices.empty() ? "none" : devices,
                     readable_clock(answer.scope.start_ns), readable_clock(answer.scope.end_ns));
}

std::string why_no_rows(const Answer& answer) {
  std::string text = one_line(answer.reason) + "\n";
  for (const std::string& need : answer.needs) text += need + "\n";
  return text;
}

std::string what_is_cut(const Answer& answer) {
  return fmt::format("The first {} of {} rows; --limit 0 shows all.", answer.table.rows.size(),
                     answer.total_rows);
}

std::string answer_text(const Answer& answer, const std::string& format) {
  const bool markdown = format == "markdown";
  std::string text = answer.outcome != Outcome::rows ? why_no_rows(answer)
                     : markdown                      ? markdown_table(answer.table)
                                                     : aligned_text(answer.table);
  const auto remark = [&](const std::string& words) { text += (markdown ? "\n" : "") + words + "\n"; };
  if (answer.truncated) remark(what_is_cut(answer));
  if (!answer.scope.devices.empty()) remark("Scope: " + scope_line(answer) + ".");
  for (const std::string& note : answer.notes) remark("Note: " + one_line(note) + ".");
  return text;
}

// A table has no place for what is to be said about it, and what reads it would take it for a row.
int print_csv(const Answer& answer) {
  std::string remarks;
  if (answer.outcome != Outcome::rows) remarks += why_no_rows(answer);
  if (answer.truncated) remarks += what_is_cut(answer) + "\n";
  for (const std::string& note : answer.notes) remarks += "Note: " + one_line(note) + ".\n";
  const int code = print(csv(answer.table));
  std::fputs(remarks.c_str(), stderr);
  return code;
}

Result<ParamValues> param_values(const Options& options) {
  ParamValues values;
  for (const std::string& param : options.params) {
    const size_t equals = param.find('=');
    if (equals == std::string::npos)
      return fail(ErrorCode::bad_request, fmt::format("\"{}\" is no parameter.", param),
                  "Write -p NAME=VALUE, for instance -p limit=5.");
    values[param.substr(0, equals)] = param.substr(equals + 1);
  }
  if (options.limit) values["limit"] = fmt::format("{}", *options.limit);
  return values;
}

int run_one(const Options& options) {
  auto skill = built_in_skills().find(options.name);
  if (!skill) return report(skill.error());
  auto values = param_values(options);
  if (!values) return report(values.error());
  if (auto checked = check_params((*skill)->params, *values); !checked) return report(checked.error());
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  auto answer = run_skill(**skill, **profile, options.profile.scope(), *values, command_work());
  if (!answer) return report(answer.error());
  if (options.format == "json") return print(pretty_answer_json(*answer) + "\n");
  if (options.format == "csv") return print_csv(*answer);
  return print(answer_text(*answer, options.format));
}

int list(const std::string& format) {
  if (format == "json") {
    nsys::SkillsResult all;
    for (const Skill& skill : built_in_skills().skills()) all.skills.push_back(wire_skill_info(skill));
    return print(write_json(all).pretty() + "\n");
  }
  std::string text;
  for (const Skill& skill : built_in_skills().skills())
    text += fmt::format("{:<20} {}\n", skill.info.name, skill.info.title);
  return print(text);
}

int describe(const std::string& name) {
  auto skill = built_in_skills().find(name);
  if (!skill) return report(skill.error());
  std::string text =
      fmt::format("{}\n{}\n\n{}\n", (*skill)->info.name, (*skill)->info.title, (*skill)->info.doc);
  if (!(*skill)->info.needs.empty()) text += "\nNeeds\n";
  for (const Need need : (*skill)->info.needs) text += fmt::format("  {}\n", name_of(need));
  text += "\nParameters\n";
  for (const Param& param : (*skill)->params)
    text += fmt::format("  {:<12} default {:<8} {}\n", param.name, readable(param.default_value, Unit::none),
                        param.doc);
  text += "\nColumns\n";
  for (const Column& column : (*skill)->columns)
    text += fmt::format("  {:<12} {}\n", column.name, column.doc);
  return print(text);
}

}  // namespace

void add_skill(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("skill", "Questions about a profile: list them, describe one, run one");
  command->require_subcommand(1);

  CLI::App* listing = command->add_subcommand("list", "All skills, a line each");
  add_format(*listing, options->format, {"text", "json"});
  listing->callback([options, &run] { run = [options] { return list(options->format); }; });

  CLI::App* info = command->add_subcommand("info", "What a skill asks, its parameters and columns");
  info->add_option("NAME", options->name, "The skill")->required();
  info->callback([options, &run] { run = [options] { return describe(options->name); }; });

  CLI::App* running = command->add_subcommand("run", "Ask a profile");
  running->add_option("NAME", options->name, "The skill")->required();
  options->profile.add_path(*running);
  options->profile.add_scope(*running);
  running->add_option("-p,--param", options->params, "A parameter of the skill; may be given again")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  running->add_option("--limit", options->limit, "How many rows at most; 0 means all")->type_name("N");
  add_format(*running, options->format, {"text", "json", "csv", "markdown"});
  running->callback([options, &run] { run = [options] { return run_one(*options); }; });
}

}  // namespace nsys_ai
