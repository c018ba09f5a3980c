// What a project says of itself in `.nsys-ai/context.md`: FLOPs, number format, sizes of its model.
//
// The file is Markdown for people. Below a heading `Facts`, each item `- name: value` is a fact, named after
// the parameter of a skill that it is the default of (`SkillInfo::of_project`). All else is prose.
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
  std::filesystem::path file;  // empty where there is none
  ParamValues values;          // by parameter
  std::string problem = {};    // why nothing of the file is used; empty for none

  // Gives the parameters that were not given the values of the project. The note says which, or why none is;
  // empty where there is nothing to say. What belongs to one target is given as a whole or not at all.
  std::string complete(const Skill& skill, ParamValues& given) const;
};

// The file of the folder, or of the nearest above it that has one; empty where none has.
std::filesystem::path project_facts_file(const std::filesystem::path& folder);
// Fails with `FILE:LINE: what is wrong`.
Result<ProjectFacts> parse_project_facts(const Registry& skills, const std::filesystem::path& file,
                                         std::string_view text);

}  // namespace nsys_ai
