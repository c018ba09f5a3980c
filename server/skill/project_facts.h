// What a project states about itself in `.nsys-ai/context.md`: FLOPs, number format, sizes of its model.
//
// The file is Markdown for people. Below a heading `Facts`, each item `- name: value` is a fact and sets the
// default of the skill parameter with that name (`SkillInfo::of_project`). All other text is prose.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "skill/registry.h"

namespace nsys_ai {

// A parameter of skills whose value is the text of a file beside `context.md`.
struct FileParam {
  std::string_view name;
  std::string_view file;
};
inline constexpr FileParam kPhaseMap{"phase_map", "phases.json"};
inline constexpr FileParam kRequestLog{"requests", "requests.jsonl"};
inline constexpr std::array kFileParams{kPhaseMap, kRequestLog};

struct ProjectFacts {
  std::filesystem::path file;  // empty if there is none
  ParamValues values;          // by parameter
  std::string problem = {};    // why the file is ignored; empty if it is not
  // Where parameters are from that have a file of their own, by parameter.
  std::map<std::string, std::filesystem::path> own_files = {};

  // Fills in parameters that were not given from the project's facts. The returned note says which ones, or
  // why none; it is empty if there is nothing to report. The parameters of one target are filled in together
  // or not at all.
  std::string complete(const Skill& skill, ParamValues& given) const;
  // The parameter's value; empty if the project states none.
  std::string text_of(const FileParam& param) const;
  // Fills in the map of a requested phase.
  void complete(ScopeRequest& scope) const;
};

// The file in `.nsys-ai` of the folder, or of its nearest parent that has one; empty if there is none.
std::filesystem::path project_file(const std::filesystem::path& folder, std::string_view name);
// Fails with `FILE:LINE: what is wrong`.
Result<ProjectFacts> parse_project_facts(const Registry& skills, const std::filesystem::path& file,
                                         std::string_view text);

}  // namespace nsys_ai
