// All built-in skills, in one sorted list.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "skill/skill.h"

namespace nsys_ai {

// Immutable.
class Registry {
 public:
  explicit Registry(std::vector<Skill> skills);  // sorted by name; a defect when they are not
  const std::vector<Skill>& skills() const { return skills_; }
  // Fails with the nearest names as the hint.
  Result<const Skill*> find(std::string_view name) const;

 private:
  std::vector<Skill> skills_;
};

}  // namespace nsys_ai
