// The list of skills, and look-up by name.
#include "skill/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "base/quotation.h"
#include "base/suggest.h"

namespace nsys_ai {

Registry::Registry(std::vector<Skill> skills) : skills_(std::move(skills)) {
  const auto name = [](const Skill& skill) -> const std::string& { return skill.info.name; };
  std::ranges::sort(skills_, {}, name);
  const auto twice = std::ranges::adjacent_find(skills_, {}, name);
  if (twice != skills_.end()) throw std::logic_error("two skills are named " + twice->info.name);
}

Result<const Skill*> Registry::find(std::string_view name) const {
  std::vector<std::string> names;
  for (const Skill& skill : skills_) {
    if (skill.info.name == name) return &skill;
    names.push_back(skill.info.name);
  }
  const auto near = nearest(name, names);
  return fail(
      ErrorCode::bad_request, fmt::format("There is no skill {}.", quotation(name)),
      near.empty() ? "`nsys-ai skill list` shows them all." : fmt::format("Did you mean {}?", either(near)));
}

}  // namespace nsys_ai
