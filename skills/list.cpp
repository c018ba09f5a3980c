// The registry of built-in skills: those of skills.def, and those in SQL, which are compiled in as they are.
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

// A built-in file that cannot be read is a defect, and every test meets it.
Skill sql_skill(const EmbeddedFile& file) {
  auto skill = parse_sql_skill(file.name, file.content);
  if (!skill) throw ThrownError(skill.error());
  return std::move(*skill);
}

// Whoever asks first has them read for all, and may be gone before they are.
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
