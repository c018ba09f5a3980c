// The tool that compares the ranks of a run.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "mcp/tooling.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

inline constexpr std::string_view kRanksTitle = "Compare the ranks of a run";
inline constexpr std::string_view kRanksDoc =
    "Reads the captures of all ranks of one run: which rank is slow, whether always, and who waits for whom.";
// The schemas of its parameters and of its structured result.
Json ranks_input();
Json ranks_output();
Result<ToolAnswer> run_ranks(Tooling& tooling, const Json& params, const Work& work);

}  // namespace nsys_ai
