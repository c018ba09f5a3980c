// The command self-check.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace nsys_ai {

// As the commands of cli/common.h.
void add_self_check(CLI::App& program, std::function<int()>& run);

}  // namespace nsys_ai
