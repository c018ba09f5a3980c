// The tool by which an agent looks at the rounds of the annotation loop, and chooses the ranges of the next
// one instead of the planner.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "mcp/tooling.h"
#include "protocol/json.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

inline constexpr std::string_view kAnnotateTitle = "Rounds of annotation";
inline constexpr std::string_view kAnnotateDoc =
    "Rounds that find the source line of each kernel by NVTX ranges: what each range launched, which regions could "
    "split it. Chooses and runs the next one.";

Json annotate_input();
Json annotate_output();
Result<ToolAnswer> run_annotate(Tooling& tooling, const Json& given, const Work& work);

}  // namespace nsys_ai
