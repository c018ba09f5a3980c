// The tools in the form that agents see: one opens a profile, and the others take its handle.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "mcp/tooling.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

// The result of `tools/list`, sorted by name.
Json list_tools();
// An unknown tool is a protocol error, with the names of all tools as the hint. An error inside a tool is a
// normal result.
Result<Json> call_tool(Tooling& tooling, const Json& params, const Work& work);

}  // namespace nsys_ai
