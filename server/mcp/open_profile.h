// The tool that opens profiles.
#pragma once

#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "mcp/tooling.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

inline constexpr std::string_view kOpenProfileTitle = "Open a profile";
inline constexpr std::string_view kOpenProfileDoc =
    "Opens a profile and returns its handle with what was captured; without a path, lists the profiles that may be opened.";
// The schemas of its parameters and of its structured result.
Json open_profile_input();
Json open_profile_output();
Result<ToolAnswer> run_open_profile(Tooling& tooling, const Json& params, const Work& work);

}  // namespace nsys_ai
