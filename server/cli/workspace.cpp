// Reads the same files as the server.
#include "cli/workspace.h"

#include "cli/common.h"
#include "features/workspace/bookmarks.h"
#include "features/workspace/suppressions.h"
#include "skills/list.h"

namespace nsys_ai {

std::vector<std::filesystem::path> workspace_folders() {
  std::error_code error;
  return {std::filesystem::current_path(error)};
}

std::vector<Suppression> workspace_suppressions() {
  Suppressions suppressions;
  suppressions.set_workspace(workspace_folders());
  suppressions.on_read([](const std::filesystem::path&, const std::optional<Error>& wrong) {
    if (wrong) report({wrong->code, "Nothing is suppressed: " + wrong->message, wrong->hint});
  });
  return *suppressions.now();
}

std::vector<TraceNote> workspace_bookmarks(const Profile& profile) {
  const auto marked = bookmarks(workspace_folders(), profile.info().path.filename().string());
  if (marked) return bookmark_notes(*marked);
  report({marked.error().code, "No bookmarks: " + marked.error().message, marked.error().hint});
  return {};
}

SkillSetPtr workspace_skills() {
  return UserSkills(built_in_skills(), skill_folders(workspace_folders())).now();
}

}  // namespace nsys_ai
