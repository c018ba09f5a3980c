// The tools as an agent is told of them: one opens a profile, the others are asked about it by its handle.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "mcp/tooling.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

// The result of `tools/list`, by name.
Json listed_tools();
// Fails on a tool that there is not, with the names of all as the hint, as an error of the protocol;
// what goes wrong in a tool is an answer of it.
Result<Json> called_tool(Tooling& tooling, const Json& params, const Work& work);

}  // namespace nsys_ai
