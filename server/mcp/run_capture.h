// The tool that captures a program, where a person allowed commands: it starts this program's own command
// `capture`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/child_process.h"
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

// Runs a command of this program in the first folder. Fails where no person allowed commands, and on a
// timeout.
Result<ChildEnd> run_own_command(const Tooling& tooling, const std::vector<std::string>& arguments,
                                 std::optional<int64_t> timeout_s, const Work& work);

Json run_capture_input();
Json run_capture_output();
Result<ToolAnswer> run_capture_tool(Tooling& tooling, const Json& given, const Work& work);

}  // namespace nsys_ai
