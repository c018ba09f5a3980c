// Parses line by line: a heading starts or ends the facts, an item is one.
#include "skill/project_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/quotation.h"
#include "base/suggest.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "skill/sql_file.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

std::string_view trimmed_line(std::string_view text) {
  const size_t from = text.find_first_not_of(" \t\r");
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

// The parameter whose default the fact sets; null if no skill has it.
const Param* param_named(const Registry& skills, std::string_view name) {
  for (const Skill& skill : skills.skills())
    if (skill.info.of_project.has(name))
      for (const Param& param : skill.params)
        if (param.name == name) return &param;
  return nullptr;
}

std::vector<std::string> names_of_facts(const Registry& skills) {
  std::vector<std::string> names;
  for (const Skill& skill : skills.skills())
    for (const Param& param : skill.params)
      if (skill.info.of_project.has(param.name) &&
          std::find(names.begin(), names.end(), param.name) == names.end())
        names.push_back(param.name);
  return names;
}

Result<void> add_fact(const Registry& skills, std::string_view item, std::string_view file, int line,
                      ProjectFacts& facts) {
  const size_t colon = item.find(':');
  if (colon == std::string_view::npos)
    return tl::unexpected(error_at(file, line, "A fact is `- name: value`.", "Write prose without a dash."));
  const std::string name(trimmed_line(item.substr(0, colon)));
  const std::string value(trimmed_line(item.substr(colon + 1)));
  const Param* param = param_named(skills, name);
  if (param == nullptr) {
    const std::vector<std::string> known = names_of_facts(skills);
    const std::string near = either(nearest(name, known));
    return tl::unexpected(
        error_at(file, line, fmt::format("There is no fact {}.", quotation(shortened(one_line(name), 60))),
                 near.empty() ? fmt::format("There are {}.", fmt::join(known, ", "))
                              : fmt::format("Is it {}?", near)));
  }
  if (const auto read = read_param(*param, value); !read)
    return tl::unexpected(error_at(file, line, read.error().message, read.error().hint));
  if (!facts.values.emplace(name, value).second)
    return tl::unexpected(error_at(file, line, fmt::format("{} stands there twice.", name)));
  return {};
}

}  // namespace

std::string ProjectFacts::complete(const Skill& skill, ParamValues& given) const {
  const ProjectParams& of = skill.info.of_project;
  if (!problem.empty() && !of.always.empty())
    return fmt::format("nothing of the project's facts is used: {}", problem);
  const auto differs = [&](const std::string& name) {
    const auto said = given.find(name);
    const auto fact = values.find(name);
    return said != given.end() && (fact == values.end() || fact->second != said->second);
  };
  std::vector<std::string> names = of.always;
  const bool same = std::none_of(of.target.begin(), of.target.end(), differs) &&
                    std::none_of(of.of_target.begin(), of.of_target.end(), differs);
  if (same) names.insert(names.end(), of.of_target.begin(), of.of_target.end());
  std::vector<std::string> used;
  for (const std::string& name : names) {
    const auto fact = values.find(name);
    if (fact != values.end() && given.emplace(*fact).second)
      used.push_back(own_files.contains(name) ? name : fmt::format("{}={}", name, fact->second));
  }
  if (used.empty()) return "";
  const auto own = own_files.find(used.front());
  const fs::path from = own == own_files.end() ? file : own->second;
  return fmt::format("{} as {} says", fmt::join(used, ", "), one_line(from.string()));
}

std::string ProjectFacts::text_of(const FileParam& param) const {
  const auto value = values.find(std::string(param.name));
  return value == values.end() ? "" : value->second;
}

void ProjectFacts::complete(ScopeRequest& scope) const {
  if (scope.phase && scope.phase_map.empty()) scope.phase_map = text_of(kPhaseMap);
}

fs::path project_file(const fs::path& folder, std::string_view name) {
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code error;
    const fs::path file = at / ".nsys-ai" / name;
    if (fs::is_regular_file(file, error)) return file;
    if (at == at.parent_path()) return {};
  }
}

Result<ProjectFacts> parse_project_facts(const Registry& skills, const fs::path& file,
                                         std::string_view text) {
  ProjectFacts facts{file, {}};
  const std::string name = file.string();
  bool inside = false;
  int line = 0;
  while (!text.empty()) {
    ++line;
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view all = trimmed_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (all.starts_with('#'))
      inside =
          ascii_lower(trimmed_line(all.substr(std::min(all.find_first_not_of('#'), all.size())))) == "facts";
    else if (inside && (all.starts_with("- ") || all.starts_with("* ")))
      if (auto added = add_fact(skills, all.substr(2), name, line, facts); !added)
        return tl::unexpected(added.error());
  }
  return facts;
}

}  // namespace nsys_ai
