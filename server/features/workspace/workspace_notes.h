// What a workspace adds to the rows of a profile: its bookmarks, and the requests of its log.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "base/result.h"
#include "profile/profile.h"
#include "skill/project_facts.h"
#include "trace/trace.h"

namespace nsys_ai {

// Calls `report` with what cannot be read; the rest is in the result. A row for each lane of the log.
std::vector<TraceNote> workspace_notes(const Profile& profile,
                                       const std::vector<std::filesystem::path>& folders,
                                       const ProjectFacts& project,
                                       const std::function<void(const Error&)>& report);

}  // namespace nsys_ai
