// nsys-ai skill: lists the skills, describes one, or runs one.
#include <fmt/format.h>

#include <algorithm>

#include "base/quotation.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/print_answer.h"
#include "cli/skill_run_all.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/wire.h"
#include "protocol/write.h"
#include "skill/skill_page.h"
#include "skill/user_skills.h"
#include "skills/list.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

struct SkillOptions {
  ProfileArguments profile;
  std::string name;
  std::vector<std::string> files;
  std::vector<std::string> params;
  std::optional<int64_t> limit;
  std::string format;
};

Result<ParamValues> param_values(const SkillOptions& options) {
  auto values = values_of_words(options.params);
  if (values && options.limit) (*values)["limit"] = fmt::format("{}", *options.limit);
  return values;
}

int run_one(const SkillOptions& options) {
  const SkillSetPtr known = workspace_skills();
  auto skill = known->find(options.name);
  if (!skill) return report(skill.error());
  auto values = param_values(options);
  if (!values) return report(values.error());
  const auto takes_map = [](const Param& param) { return param.name == kPhaseMap.name; };
  if (!options.profile.phase_map.empty() && std::ranges::any_of((*skill)->params, takes_map))
    values->emplace(kPhaseMap.name, options.profile.phase_map);
  const std::string of_project = known->project.complete(**skill, *values);
  const auto params = check_params((*skill)->params, *values);
  if (!params) return report(params.error());
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  auto answer = ask_skill(**skill, **profile, options.profile.scope(), *params, command_work());
  if (!answer) return report(answer.error());
  if (!of_project.empty()) answer->answer.notes.push_back(of_project);
  return print_answer(std::move(*answer), options.format);
}

int list(const std::string& format) {
  const SkillSetPtr known = workspace_skills();
  if (format == "json") return print(write_json(wire_skills(*known)).pretty() + "\n");
  if (format == "markdown") return print(skill_book(known->skills.skills()));
  Facts facts;
  for (const Skill& skill : known->skills.skills())
    facts.facts.push_back({skill.info.name, text_cell(skill.info.title)});
  Page page;
  page.blocks.emplace_back(std::move(facts));
  const int code = print(text_for_terminal(page, 0));
  for (const BrokenSkill& broken : known->broken) report(broken.error);
  return code;
}

int check(const std::vector<std::string>& files) {
  int code = kAnswered;
  for (const std::string& file : files) {
    const auto skill = read_skill_file(built_in_skills(), file);
    if (skill)
      print(fmt::format("{}: {}. {}\n", file, skill->info.name, one_line(skill->info.title)));
    else
      code = kFailed, report(skill.error());
  }
  return code;
}

// The skill's question, parameters and columns; the columns have their names in JSON, CSV and queries.
Page page_of(const Skill& skill) {
  Page page;
  page.title = skill.info.name;
  page.blocks.emplace_back(Paragraph{skill.info.title});
  page.blocks.emplace_back(Paragraph{skill.info.doc});
  for (const auto& [title, words] :
       {std::pair("How to read it", skill.info.reading), std::pair("Definition", skill.info.source),
        std::pair("Limits", skill.info.limits)}) {
    if (words.empty()) continue;
    page.blocks.emplace_back(Heading{title});
    page.blocks.emplace_back(Paragraph{words});
  }
  const auto list = [&](std::string heading, Facts facts) {
    if (facts.facts.empty()) return;
    page.blocks.emplace_back(Heading{std::move(heading)});
    page.blocks.emplace_back(std::move(facts));
  };
  Facts needs;
  for (const Need need : skill.info.needs) needs.facts.push_back({std::string(name_of(need)), {}});
  list("Needs", std::move(needs));
  Facts params;
  for (const Param& param : skill.params)
    params.facts.push_back(
        {param.name, text_cell(fmt::format("{} Default: {}.", param.doc,
                                           readable(param.default_value,
                                                    param.unit == Unit::count ? Unit::none : param.unit)))});
  list("Parameters", std::move(params));
  Facts columns;
  for (const Column& column : skill.columns) columns.facts.push_back({column.name, text_cell(column.doc)});
  list("Columns", std::move(columns));
  return page;
}

int describe(const std::string& name) {
  const SkillSetPtr known = workspace_skills();
  auto skill = known->find(name);
  if (!skill) return report(skill.error());
  return print(text_for_terminal(page_of(**skill)));
}

}  // namespace

Result<ParamValues> values_of_words(const std::vector<std::string>& words) {
  ParamValues values;
  for (const std::string& word : words) {
    const size_t equals = word.find('=');
    if (equals == std::string::npos)
      return fail(ErrorCode::bad_request, fmt::format("\"{}\" is no parameter.", quotation(word)),
                  "Write -p NAME=VALUE, for instance -p limit=5.");
    values[word.substr(0, equals)] = word.substr(equals + 1);
  }
  return values;
}

void add_skill(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<SkillOptions>();
  CLI::App* command = program.add_subcommand(
      "skill", "Questions about a profile: list them, describe one, run one, check your own");
  command->require_subcommand(1);

  CLI::App* listing = command->add_subcommand("list", "All skills, a line each");
  add_format(*listing, options->format, {"text", "json", "markdown"});
  listing->callback([options, &run] { run = [options] { return list(options->format); }; });

  CLI::App* info = command->add_subcommand("info", "What a skill asks, its parameters and columns");
  add_text_options(*info);
  info->add_option("SKILL", options->name, "Its name")->required();
  info->callback([options, &run] { run = [options] { return describe(options->name); }; });

  CLI::App* checking =
      command->add_subcommand("check", "Whether .sql files are skills, and what is wrong in them");
  checking->add_option("FILE", options->files, "A .sql file")->required();
  checking->callback([options, &run] { run = [options] { return check(options->files); }; });

  CLI::App* running = command->add_subcommand("run", "Ask a profile");
  running->add_option("SKILL", options->name, "Its name")->required();
  options->profile.add_path(*running);
  options->profile.add_scope(*running);
  add_request_log(*running);
  running->add_option("-p,--param", options->params, "A parameter of the skill; may be given again")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  running->add_option("--limit", options->limit, "How many rows at most; 0 means all")->type_name("N");
  add_answer_format(*running, options->format);
  running->callback([options, &run] { run = [options] { return run_one(*options); }; });

  add_run_all(*command, run);
}

}  // namespace nsys_ai
