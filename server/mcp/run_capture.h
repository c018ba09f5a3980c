// The tool that captures a program, where a person allowed commands: it starts this program's own command
// `capture`.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "mcp/tooling.h"
#include "protocol/json.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

inline constexpr std::string_view kRunCaptureTitle = "Capture a program";
inline constexpr std::string_view kRunCaptureDoc =
    "Runs a program under nsys in the first folder, judges the capture and says what stands out. "
    "Only where a person allowed it.";

Json run_capture_input();
Json run_capture_output();
Result<ToolAnswer> run_capture_tool(Tooling& tooling, const Json& given, const Work& work);

}  // namespace nsys_ai
