// The server for an agent, on stdin and stdout.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// Serves until the client is gone; the exit code of the process. Profiles are read below the folders alone.
// Fails on a folder that there is not.
Result<int> serve_mcp(const std::vector<std::filesystem::path>& folders);

}  // namespace nsys_ai
