// The tool that compares open profiles.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "mcp/tooling.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

inline constexpr std::string_view kDiffTitle = "Compare profiles";
inline constexpr std::string_view kDiffDoc =
    "Compares two open profiles, or sets of repeated runs: a verdict with its interval, where the time went, and what would make it surer.";
// The schemas of its parameters and of its structured result.
Json diff_input();
Json diff_output();
Result<ToolAnswer> run_diff(Tooling& tooling, const Json& params, const Work& work);

}  // namespace nsys_ai
