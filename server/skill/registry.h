// All built-in skills, by name.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "skill/skill.h"

namespace nsys_ai {

// Immutable.
class Registry {
 public:
  explicit Registry(std::vector<Skill> skills);                 // in any order; a duplicate name is a defect
  const std::vector<Skill>& skills() const { return skills_; }  // sorted by name
  // Fails with the nearest names as a hint.
  Result<const Skill*> find(std::string_view name) const;

 private:
  std::vector<Skill> skills_;
};

}  // namespace nsys_ai
