// Skills of the user's own: `.sql` files of a workspace and of the user, next to the built-in ones; and what
// the project says of itself.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "skill/project_facts.h"
#include "skill/registry.h"

namespace nsys_ai {

// A file that is no skill, or that says nothing of the project, with what is wrong in it. It hides no other.
struct BrokenSkill {
  std::filesystem::path file;
  Error error;  // `FILE:LINE: what is wrong`
};

// Immutable. `broken` is in the order of the files.
struct SkillSet {
  Registry skills{{}};  // built-in ones among them
  std::vector<BrokenSkill> broken;
  std::map<std::string, std::string> texts;  // of the files of the user's own skills, by name
  ProjectFacts project;                      // of the first workspace folder that has some

  // Fails with what is wrong in the file, where a broken one has the name; else as the registry.
  Result<const Skill*> find(std::string_view name) const;
  // Empty for a built-in skill.
  std::string_view text_of(const Skill& skill) const;
};
using SkillSetPtr = std::shared_ptr<const SkillSet>;

// The folders in which skills are looked for, those that matter most first: `.nsys-ai/skills` of each
// workspace folder, or of the nearest folder above it that has one, then `nsys-ai/skills` of the user's
// configuration ($XDG_CONFIG_HOME, else ~/.config).
std::vector<std::filesystem::path> skill_folders(const std::vector<std::filesystem::path>& workspace);

// The text of a file, as it is or as an editor has it. Fails with a place as `parse_sql_skill`, and on a name
// that a built-in skill has.
Result<Skill> parse_skill_file(const Registry& built_in, const std::filesystem::path& file,
                               const std::string& text);
// One file. Fails with a place as `parse_sql_skill`, and on a name that a built-in skill has.
Result<Skill> read_skill_file(const Registry& built_in, const std::filesystem::path& file);

// Thread-safe. What the folders hold is looked at again at each question, so that an edit counts at once;
// files are read again only where one of them changed.
class UserSkills {
 public:
  // `built_in` lives longer.
  UserSkills(const Registry& built_in, std::vector<std::filesystem::path> folders);
  void set_folders(std::vector<std::filesystem::path> folders);
  SkillSetPtr now();
  // Whether a file of this path would be looked at.
  bool is_skill_file(const std::filesystem::path& file) const;

 private:
  struct Stamp {
    std::filesystem::path file;
    std::filesystem::file_time_type written;
    uintmax_t bytes = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  std::vector<Stamp> stamps() const;
  std::optional<Stamp> stamp_of_project() const;
  void read_project(const Stamp& file, SkillSet& set) const;
  SkillSetPtr read(const std::vector<Stamp>& files) const;

  const Registry& built_in_;
  mutable std::mutex lock_;
  std::vector<std::filesystem::path> folders_;
  std::vector<Stamp> seen_;
  SkillSetPtr known_;
};

}  // namespace nsys_ai
