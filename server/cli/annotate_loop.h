// The rounds of `nsys-ai annotate loop`.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>

#include "base/result.h"
#include "protocol/annotate_file.h"

namespace nsys_ai {

// What a round left in its folder.
Result<AnnotateRound> read_round(const std::filesystem::path& folder);

void add_annotate_loop(CLI::App& annotate, std::function<int()>& run);

}  // namespace nsys_ai
