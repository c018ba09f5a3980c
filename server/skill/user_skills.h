// The user's own skills: `.sql` files of workspaces and of the user's configuration, beside the built-in
// ones; and the project's facts.
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

// An invalid skill or project file and its error. It does not hide other files.
struct BrokenSkill {
  std::filesystem::path file;
  Error error;  // `FILE:LINE: what is wrong`
};

// Immutable. `broken` follows the order of the files.
struct SkillSet {
  Registry skills{{}};  // includes the built-in ones
  std::vector<BrokenSkill> broken;
  std::map<std::string, std::string> texts;  // the texts of the user's skill files, by skill name
  ProjectFacts project;                      // of the first workspace folder that has a file of facts

  // Fails with the file's error if a broken file has the name; else like the registry.
  Result<const Skill*> find(std::string_view name) const;
  // Empty for a built-in skill.
  std::string_view text_of(const Skill& skill) const;
};
using SkillSetPtr = std::shared_ptr<const SkillSet>;

// The folders that are searched for skills, in order of precedence: `.nsys-ai/skills` of each workspace
// folder, or of its nearest parent that has one, then `nsys-ai/skills` of the user's configuration
// ($XDG_CONFIG_HOME, else ~/.config).
std::vector<std::filesystem::path> skill_folders(const std::vector<std::filesystem::path>& workspace);

// Parses the text of a file, from disk or from an editor. Fails with a position like `parse_sql_skill`, and
// on the name of a built-in skill.
Result<Skill> parse_skill_file(const Registry& built_in, const std::filesystem::path& file,
                               const std::string& text);
// Reads one file. Fails with a position like `parse_sql_skill`, and on the name of a built-in skill.
Result<Skill> read_skill_file(const Registry& built_in, const std::filesystem::path& file);

// The text of a file that is a map of phases (analysis/phases/phase_map.h) or a log of requests
// (analysis/phases/request_log.h). Fails with `FILE: line N: ...`.
Result<std::string> read_file_param(const FileParam& param, const std::filesystem::path& file);

// Thread-safe. Each question checks the folders for changes, so that an edit takes effect at once; files are
// read again only if one of them changed.
class UserSkills {
 public:
  // `built_in` outlives this.
  UserSkills(const Registry& built_in, std::vector<std::filesystem::path> folders);
  void set_folders(std::vector<std::filesystem::path> folders);
  SkillSetPtr now();
  // Whether a file at this path would be read.
  bool is_skill_file(const std::filesystem::path& file) const;

 private:
  struct Stamp {
    std::filesystem::path file;
    std::filesystem::file_time_type written;
    uintmax_t bytes = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  std::vector<Stamp> stamps() const;
  std::optional<Stamp> stamp_of_project(std::string_view name) const;
  void read_project(const Stamp& file, SkillSet& set) const;
  SkillSetPtr read(const std::vector<Stamp>& files) const;

  const Registry& built_in_;
  mutable std::mutex lock_;
  std::vector<std::filesystem::path> folders_;
  std::vector<Stamp> seen_;
  SkillSetPtr known_;
};

}  // namespace nsys_ai
