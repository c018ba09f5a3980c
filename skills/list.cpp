// The registry of built-in skills: those in skills.def, and SQL skills, which are embedded at build time.
#include "skills/list.h"

#include <span>
#include <stdexcept>

#include "base/embedded.h"
#include "base/guarded.h"
#include "base/context.h"
#include "skill/sql_skill.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_sql_skills();

namespace {

// A built-in file that cannot be read is a defect that every test detects.
Skill sql_skill(const EmbeddedFile& file) {
  auto skill = parse_sql_skill(file.name, file.content);
  if (!skill) throw ThrownError(skill.error());
  return std::move(*skill);
}

// The first caller loads them for all, and may be cancelled before they are loaded.
std::vector<Skill> all_skills() {
  const Work for_all;
  const WorkScope detached(for_all, WorkScope::Kind::detached);
  std::vector<Skill> skills = {
#define NSYS_SKILL(name) name##_skill::skill(),
#include "skills/skills.def"
#undef NSYS_SKILL
  };
  for (const EmbeddedFile& file : embedded_sql_skills()) skills.push_back(sql_skill(file));
  return skills;
}

}  // namespace

const Registry& built_in_skills() {
  static const Registry registry(all_skills());
  return registry;
}

}  // namespace nsys_ai
