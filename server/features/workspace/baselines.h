// Figures of runs that a workspace keeps under a name in `.nsys-ai/baselines/`, so that later runs are
// compared with them without their captures.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "compare/run_figures.h"

namespace nsys_ai {

constexpr size_t kMostBaselineBytes = 64'000;

// Writes the baseline, replacing one of that name; returns its file. Fails for a name that is no plain file
// name, and for more runs than fit into the size.
Result<std::filesystem::path> keep_baseline(const std::vector<std::filesystem::path>& workspace,
                                            std::string_view name, std::vector<RunFigures> runs);
// Fails if there is none, or if it is damaged.
Result<std::vector<RunFigures>> baseline(const std::vector<std::filesystem::path>& workspace,
                                         std::string_view name);
bool has_baseline(const std::vector<std::filesystem::path>& workspace, std::string_view name);
// Differs after the baseline was kept again; empty if there is none.
std::string version_of_baseline(const std::vector<std::filesystem::path>& workspace, std::string_view name);
// Sorted.
std::vector<std::string> baseline_names(const std::vector<std::filesystem::path>& workspace);
Result<void> remove_baseline(const std::vector<std::filesystem::path>& workspace, std::string_view name);

}  // namespace nsys_ai
