// Lists folders, and reads files that changed.
#include "skill/user_skills.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "analysis/phases/phase_map.h"
#include "analysis/phases/request_log.h"
#include "base/folder.h"
#include "base/user_folders.h"
#include "skill/sql_file.h"
#include "skill/sql_skill.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

// A skill is a page of text; a longer file was put there by mistake.
constexpr uintmax_t kLargestFile = 256 << 10;
constexpr uintmax_t kLargestLog = 16 << 20;
constexpr size_t kMaxFiles = 1000;

fs::path nearest_with_skills(const fs::path& folder) {
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code error;
    if (fs::is_directory(at / ".nsys-ai" / "skills", error)) return at / ".nsys-ai" / "skills";
    if (at == at.parent_path()) return folder / ".nsys-ai" / "skills";
  }
}

bool has(const Registry& registry, const std::string& name) {
  return std::any_of(registry.skills().begin(), registry.skills().end(),
                     [&](const Skill& skill) { return skill.info.name == name; });
}

Result<std::string> text_of_file(const fs::path& file) {
  const std::string name = file.string();
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    return fail(ErrorCode::cannot_do, fmt::format("{} is no file.", name), "Give a .sql file.");
  if (fs::file_size(file, error) > kLargestFile || error)
    return fail(ErrorCode::cannot_do, fmt::format("{} is too large to be a skill.", name),
                "A skill is one SELECT with a few lines about it.");
  std::ifstream stream(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream)
    return fail(ErrorCode::cannot_do, fmt::format("{} cannot be read.", name), "Check its permissions.");
  return text;
}

// Fails with what is wrong with the text, if it is no value of the parameter.
Result<void> check_text(const FileParam& param, const std::string& text) {
  if (param.name == kPhaseMap.name) {
    const auto map = PhaseMap::parse(text);
    return map ? Result<void>() : tl::unexpected(map.error());
  }
  const auto log = RequestLog::parse(text, 0);
  return log ? Result<void>() : tl::unexpected(log.error());
}

void add_file_param(const FileParam& param, const fs::path& file, SkillSet& set) {
  auto text = read_file_param(param, file);
  if (!text) {
    set.broken.push_back({file, text.error()});
    return;
  }
  set.project.values[std::string(param.name)] = std::move(*text);
  set.project.own_files[std::string(param.name)] = file;
}

}  // namespace

Result<std::string> read_file_param(const FileParam& param, const fs::path& file) {
  const std::string name = file.string();
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    return fail(ErrorCode::bad_request, fmt::format("{} is no file.", name),
                "docs/REPORT.md shows what it holds.");
  if (fs::file_size(file, error) > kLargestLog || error)
    return fail(ErrorCode::bad_request, fmt::format("{} is larger than 16 MiB.", name),
                "Give the part around the capture.");
  std::ifstream stream(file, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(stream), {});
  if (!stream)
    return fail(ErrorCode::cannot_do, fmt::format("{} cannot be read.", name), "Check its permissions.");
  if (const auto good = check_text(param, text); !good)
    return fail(good.error().code, fmt::format("{}: {}", name, good.error().message), good.error().hint);
  return text;
}

std::vector<fs::path> skill_folders(const std::vector<fs::path>& workspace) {
  std::vector<fs::path> folders;
  for (const fs::path& folder : workspace)
    if (folder.is_absolute()) folders.push_back(nearest_with_skills(folder));
  if (const fs::path config = user_config_folder(); !config.empty()) folders.push_back(config / "skills");
  return folders;
}

Result<Skill> parse_skill_file(const Registry& built_in, const fs::path& file, const std::string& text) {
  const std::string name = file.string();
  auto skill = parse_sql_skill(name, text);
  if (skill && has(built_in, skill->info.name))
    return tl::unexpected(error_at(name, 1, fmt::format("{} is a built-in skill.", skill->info.name),
                                   "Give the file another name."));
  if (skill) skill->info.file = file;
  return skill;
}

Result<Skill> read_skill_file(const Registry& built_in, const fs::path& file) {
  const auto text = text_of_file(file);
  if (!text) return tl::unexpected(text.error());
  return parse_skill_file(built_in, file, *text);
}

Result<const Skill*> SkillSet::find(std::string_view name) const {
  auto found = skills.find(name);
  if (found) return found;
  for (const BrokenSkill& of : broken)
    if (of.file.stem() == name) return tl::unexpected(of.error);
  return found;
}

std::string_view SkillSet::text_of(const Skill& skill) const {
  const auto found = texts.find(skill.info.name);
  return found == texts.end() ? std::string_view() : found->second;
}

UserSkills::UserSkills(const Registry& built_in, std::vector<fs::path> folders)
    : built_in_(built_in), folders_(std::move(folders)) {}

void UserSkills::set_folders(std::vector<fs::path> folders) {
  const std::lock_guard guard(lock_);
  folders_ = std::move(folders);
  known_.reset();
}

std::vector<UserSkills::Stamp> UserSkills::stamps() const {
  std::vector<Stamp> all;
  for (const fs::path& folder : folders_) {
    std::vector<Stamp> here;
    for (const fs::path& file : paths_in(folder)) {
      std::error_code gone;
      if (file.extension() != ".sql") continue;
      if (here.size() == kMaxFiles) break;
      here.push_back({file, fs::last_write_time(file, gone), fs::file_size(file, gone)});
    }
    std::sort(here.begin(), here.end(), [](const Stamp& a, const Stamp& b) { return a.file < b.file; });
    all.insert(all.end(), here.begin(), here.end());
  }
  if (auto project = stamp_of_project("context.md")) all.push_back(std::move(*project));
  for (const FileParam& param : kFileParams)
    if (auto stated = stamp_of_project(param.file)) all.push_back(std::move(*stated));
  return all;
}

std::optional<UserSkills::Stamp> UserSkills::stamp_of_project(std::string_view name) const {
  for (const fs::path& folder : folders_) {
    if (folder.parent_path().filename() != ".nsys-ai") continue;
    const fs::path file = project_file(folder.parent_path().parent_path(), name);
    std::error_code gone;
    if (!file.empty()) return Stamp{file, fs::last_write_time(file, gone), fs::file_size(file, gone)};
  }
  return std::nullopt;
}


void UserSkills::read_project(const Stamp& of, SkillSet& set) const {
  const auto text = text_of_file(of.file);
  auto facts = text ? parse_project_facts(built_in_, of.file, *text) : tl::unexpected(text.error());
  if (facts) {
    set.project = std::move(*facts);
    return;
  }
  set.project = {of.file, {}, facts.error().message};
  set.broken.push_back({of.file, facts.error()});
}

SkillSetPtr UserSkills::read(const std::vector<Stamp>& files) const {
  auto set = std::make_shared<SkillSet>();
  std::vector<Skill> skills = built_in_.skills();
  for (const Stamp& of : files) {
    const auto stated = std::find_if(kFileParams.begin(), kFileParams.end(), [&](const FileParam& param) {
      return of.file.filename() == param.file;
    });
    if (stated != kFileParams.end()) {
      add_file_param(*stated, of.file, *set);
      continue;
    }
    if (of.file.extension() != ".sql") {
      read_project(of, *set);
      continue;
    }
    auto text = text_of_file(of.file);
    auto skill = text ? parse_skill_file(built_in_, of.file, *text) : tl::unexpected(text.error());
    const auto taken = [&](const Skill& other) { return other.info.name == skill->info.name; };
    if (skill && std::any_of(skills.begin(), skills.end(), taken)) {
      set->broken.push_back(
          {of.file,
           error_at(of.file.string(), 1,
                    fmt::format("A skill {} of a folder that goes before hides this one.", skill->info.name),
                    "Give one of the files another name.")});
    } else if (skill) {
      set->texts[skill->info.name] = std::move(*text);
      skills.push_back(std::move(*skill));
    } else {
      set->broken.push_back({of.file, skill.error()});
    }
  }
  std::sort(skills.begin(), skills.end(),
            [](const Skill& a, const Skill& b) { return a.info.name < b.info.name; });
  set->skills = Registry(std::move(skills));
  return set;
}

SkillSetPtr UserSkills::now() {
  const std::lock_guard guard(lock_);
  std::vector<Stamp> files = stamps();
  if (!known_ || files != seen_) {
    known_ = read(files);
    seen_ = std::move(files);
  }
  return known_;
}

bool UserSkills::is_skill_file(const fs::path& file) const {
  if (file.extension() != ".sql") return false;
  const fs::path folder = file.lexically_normal().parent_path();
  const std::lock_guard guard(lock_);
  return std::any_of(folders_.begin(), folders_.end(),
                     [&](const fs::path& of) { return of.lexically_normal() == folder; });
}

}  // namespace nsys_ai
