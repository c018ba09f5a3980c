// What commands read from the current folder.
#pragma once

#include <filesystem>
#include <vector>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "skill/user_skills.h"
#include "trace/trace.h"

namespace nsys_ai {

// The suppressions of the current folder, or of the nearest folder above it that has some. Reports errors in
// their file on stderr.
std::vector<Suppression> workspace_suppressions();

// The folders in which commands look for a team's files: the current folder.
std::vector<std::filesystem::path> workspace_folders();

// The bookmarks of the profile in that folder. Reports errors in their file on stderr.
std::vector<TraceNote> workspace_bookmarks(const Profile& profile);

// The built-in skills, those of the current folder or one above it, and those of the user.
SkillSetPtr workspace_skills();

}  // namespace nsys_ai
