// The built-in skills that are .sql files, compiled in.
#include <span>
#include <stdexcept>
#include <string>

#include "base/embedded.h"
#include "skill/sql_skill.h"
#include "skills/list.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_sql_skills();

namespace {

// A built-in file that cannot be read is a defect, and every test meets it.
Skill embedded_skill(std::string_view file_name) {
  for (const EmbeddedFile& file : embedded_sql_skills()) {
    if (file.name != file_name) continue;
    auto skill = parse_sql_skill(file.name, file.content);
    if (!skill) throw std::logic_error(skill.error().message);
    return std::move(*skill);
  }
  throw std::logic_error("no such file is compiled in: " + std::string(file_name));
}

}  // namespace

Skill memory_transfers() { return embedded_skill("memory_transfers.sql"); }

}  // namespace nsys_ai
