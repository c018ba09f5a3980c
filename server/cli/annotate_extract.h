// nsys-ai annotate extract: a script that runs one function alone.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace nsys_ai {

void add_annotate_extract(CLI::App& annotate, std::function<int()>& run);

}  // namespace nsys_ai
