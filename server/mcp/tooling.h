// State that the tools of one MCP server share.
#pragma once

#include "features/workspace/suppressions.h"
#include "mcp/open_profiles.h"
#include "skill/answer_cache.h"
#include "skill/user_skills.h"

namespace nsys_ai {

// Thread-safe.
struct Tooling {
  AnswerCache& answers;
  OpenProfiles& profiles;
  UserSkills& skills;
  Suppressions& suppressed;
  bool allows_commands = false;  // whether a person let this server run programs
};

}  // namespace nsys_ai
