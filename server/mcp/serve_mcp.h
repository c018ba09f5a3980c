// Runs the server for an agent on stdin and stdout.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

// Serves until the client disconnects; returns the exit code of the process. Reads profiles only below the
// folders, and runs programs only where that is allowed. Fails if a folder does not exist.
Result<int> serve_mcp(const std::vector<std::filesystem::path>& folders, bool allows_commands);

}  // namespace nsys_ai
