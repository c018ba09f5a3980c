// What a project states about itself in `.nsys-ai/context.md`: FLOPs, number format, sizes of its model.
//
// The file is Markdown for people. Below a heading `Facts`, each item `- name: value` is a fact and sets the
// default of the skill parameter with that name (`SkillInfo::of_project`). All other text is prose.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "skill/registry.h"

namespace nsys_ai {

struct ProjectFacts {
  std::filesystem::path file;  // empty if there is none
  ParamValues values;          // by parameter
  std::string problem = {};    // why the file is ignored; empty if it is not
  std::filesystem::path phase_map_file = {};  // where `phase_map` is from, if not from `file`

  // Fills in parameters that were not given from the project's facts. The returned note says which ones, or
  // why none; it is empty if there is nothing to report. The parameters of one target are filled in together
  // or not at all.
  std::string complete(const Skill& skill, ParamValues& given) const;
  // Fills in the map of a requested phase.
  void complete(ScopeRequest& scope) const;
};

// The parameter of skills that is a map of phases, and the file beside `context.md` that states it as it is.
inline constexpr std::string_view kPhaseMapParam = "phase_map";
inline constexpr std::string_view kPhaseMapFile = "phases.json";

// The file in `.nsys-ai` of the folder, or of its nearest parent that has one; empty if there is none.
std::filesystem::path project_file(const std::filesystem::path& folder, std::string_view name);
// Fails with `FILE:LINE: what is wrong`.
Result<ProjectFacts> parse_project_facts(const Registry& skills, const std::filesystem::path& file,
                                         std::string_view text);

}  // namespace nsys_ai
