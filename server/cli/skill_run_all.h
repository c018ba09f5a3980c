// nsys-ai skill run-all: one skill over many profiles, for engines that decide which and when.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "skill/params.h"

namespace nsys_ai {

// "NAME=VALUE" of -p.
Result<ParamValues> values_of_words(const std::vector<std::string>& words);

// Adds the command below `skill`.
void add_run_all(CLI::App& skill, std::function<int()>& run);

}  // namespace nsys_ai
