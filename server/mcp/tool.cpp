// The list of tools.
#include "mcp/tool.h"

#include <algorithm>

namespace nsys_ai::inline mcp {

const std::vector<Tool>& all_tools() {
  static const std::vector<Tool> tools = {
#define NSYS_TOOL(name) name##_tool(),
#include "mcp/tools.def"
#undef NSYS_TOOL
  };
  return tools;
}

Result<const Tool*> tool_named(std::string_view name) {
  const auto found = std::ranges::find(all_tools(), name, &Tool::name);
  if (found != all_tools().end()) return &*found;
  std::string names;
  for (const Tool& tool : all_tools()) names += (names.empty() ? "" : ", ") + std::string(tool.name);
  return fail(ErrorCode::bad_request, "There is no tool " + quotation(name) + ".",
              "The tools are " + names + ".");
}

}  // namespace nsys_ai::inline mcp
