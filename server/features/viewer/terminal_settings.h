// The settings of the terminal's timeline, kept in `.nsys-ai/terminal.json` of a workspace.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "tui/timeline_state.h"

namespace nsys_ai {

// Those of the first file that there is; the usual ones without one. Fails with `FILE: message`.
Result<TimelineSettings> terminal_settings(const std::vector<std::filesystem::path>& workspace);
// Writes them to the file of the first folder.
Result<void> keep_terminal_settings(const std::vector<std::filesystem::path>& workspace,
                                    const TimelineSettings& settings);

}  // namespace nsys_ai
