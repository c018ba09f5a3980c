// The rounds of `nsys-ai annotate loop`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace nsys_ai {

void add_annotate_loop(CLI::App& annotate, std::function<int()>& run);

}  // namespace nsys_ai
