// The list of tools.
#include "tools/tool.h"

#include <algorithm>

#include "base/loss_notes.h"

namespace nsys_ai {

const std::vector<Tool>& all_tools() {
  static const std::vector<Tool> tools = {
#define NSYS_TOOL(name) name##_tool(),
#include "tools/tools.def"
#undef NSYS_TOOL
  };
  return tools;
}

const Tool* tool_named(std::string_view name) {
  const auto found = std::ranges::find(all_tools(), name, &Tool::name);
  return found == all_tools().end() ? nullptr : &*found;
}

Result<ToolAnswer> run_tool(const Tool& tool, const ToolContext& context, const Json& params,
                            const Work& work) {
  const LossNotes losses;
  auto answer = tool.run(context, params, work);
  if (!answer) return answer;
  return with_notes(std::move(*answer), losses);
}

}  // namespace nsys_ai
