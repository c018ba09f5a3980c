// Runs a planned capture in this terminal, and finds what it left.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "view/capture_plan.h"

namespace nsys_ai {

// The exit code of the program. Ctrl-C goes to it and to nsys, which ends the recording; this program waits
// for both.
Result<int> run_plan(const CapturePlan& plan, const std::filesystem::path& nsys);

// The reports of that name: one, or one a rank.
std::vector<std::filesystem::path> reports_of(const std::string& output);

// A name like this one, of which there is no report: `capture-2`.
std::string next_output(const std::string& output);

}  // namespace nsys_ai
