// What the administrator of a machine, or its user, forbids once and for all.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// /etc/nsys-ai/policy.json, and policy.json in the user's configuration folder.
std::vector<std::filesystem::path> policy_files();

// Fails where a file says {"ai.enabled": false}, and where one cannot be read as a policy: what may forbid
// something is not passed over.
Result<void> models_allowed(const std::vector<std::filesystem::path>& files = policy_files());

}  // namespace nsys_ai
