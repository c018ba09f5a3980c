// Tells all who look into the folders of the workspace which ones there are.
#pragma once

#include <filesystem>
#include <vector>

namespace nsys_ai {

struct Session;

void set_workspace(Session& session, const std::vector<std::filesystem::path>& folders);

}  // namespace nsys_ai
