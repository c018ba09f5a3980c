// What commands take from the folder in which they run.
#pragma once

#include <filesystem>
#include <vector>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "skill/user_skills.h"
#include "trace/trace.h"

namespace nsys_ai {

// Of that folder, or of the nearest above it that has some. What is wrong with their file is reported on
// stderr.
std::vector<Suppression> workspace_suppressions();

// Where commands look for what a team keeps: the folder in which they run.
std::vector<std::filesystem::path> workspace_folders();

// What was marked of a profile there; what is wrong with the file is reported likewise.
std::vector<TraceNote> workspace_bookmarks(const Profile& profile);

// Built-in ones, and those of that folder or one above it, and of the user.
SkillSetPtr workspace_skills();

}  // namespace nsys_ai
