// What the administrator of a machine, or its user, forbids permanently.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// /etc/nsys-ai/policy.json, and policy.json in the user's configuration folder.
std::vector<std::filesystem::path> policy_files();

// Fails if a file says {"ai.enabled": false}, and if one is not a valid policy: a file that may forbid
// something is not ignored.
Result<void> models_allowed(const std::vector<std::filesystem::path>& files = policy_files());

}  // namespace nsys_ai
