// What commands read from the current folder.
#pragma once

#include <CLI/CLI.hpp>
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

// The bookmarks of the profile in that folder, and what the log of requests says. Reports errors in their
// files on stderr.
std::vector<TraceNote> notes_of_workspace(const Profile& profile);

// The built-in skills, those of the current folder or one above it, and those of the user.
SkillSetPtr workspace_skills();

// Adds --requests, which takes the place of the folder's log of requests for the entire command.
void add_request_log(CLI::App& command);

}  // namespace nsys_ai
