// What the timeline of a terminal or a buffer is made of: the same for the command line and the server.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "skill/user_skills.h"
#include "tui/timeline_screen.h"

namespace nsys_ai {

struct FrameSources {
  std::vector<std::filesystem::path> folders;  // of the workspace: bookmarks are in the first
  std::vector<Suppression> suppressions;
  SkillSetPtr skills;
  std::function<Result<std::string>(Interval)> perfetto;
};

// With the bookmarks and the findings of the workspace as rows, and answers to questions.
TimelineSubject frame_subject(const ProfilePtr& profile, FrameSources sources);

}  // namespace nsys_ai
