// Adds the profile's handle to the parameters of each tool.
#include "mcp/mcp_tools.h"

#include <algorithm>
#include <array>

#include "base/guarded.h"
#include "base/loss_notes.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "mcp/annotate_tool.h"
#include "mcp/diff_profiles.h"
#include "mcp/open_profile.h"
#include "mcp/ranks_tool.h"
#include "mcp/run_capture.h"
#include "tools/tool.h"

namespace nsys_ai {
namespace {

// The tools that take profiles by themselves, where the others are asked about one.
struct OwnTool {
  std::string_view name;
  std::string_view title;
  std::string_view doc;
  Json (*input)();
  Json (*output)();
  Result<ToolAnswer> (*run)(Tooling&, const Json&, const Work&);
  bool only_reads = true;
};
constexpr std::array kOwnTools = {
    OwnTool{"annotate", kAnnotateTitle, kAnnotateDoc, annotate_input, annotate_output, run_annotate, false},
    OwnTool{"diff", kDiffTitle, kDiffDoc, diff_input, diff_output, run_diff},
    OwnTool{"open_profile", kOpenProfileTitle, kOpenProfileDoc, open_profile_input, open_profile_output,
            run_open_profile},
    OwnTool{"ranks", kRanksTitle, kRanksDoc, ranks_input, ranks_output, run_ranks},
    OwnTool{"run_capture", kRunCaptureTitle, kRunCaptureDoc, run_capture_input, run_capture_output,
            run_capture_tool, false}};

const OwnTool* own_tool_named(std::string_view name) {
  const auto found = std::ranges::find(kOwnTools, name, &OwnTool::name);
  return found == kOwnTools.end() ? nullptr : &*found;
}

Json listed(std::string_view name, std::string_view title, std::string_view doc, Json input,
            const Json& output, bool only_reads) {
  Json hints;
  hints.set("readOnlyHint", only_reads);
  hints.set("openWorldHint", false);
  Json one;
  one.set("name", name);
  one.set("title", title);
  one.set("description", doc);
  one.set("inputSchema", std::move(input));
  if (!output.is_null()) one.set("outputSchema", output);
  one.set("annotations", std::move(hints));
  return one;
}

Json input_with_handle(const Tool& tool) {
  Json handle;
  handle.set("type", "string");
  handle.set("description", "Handle from open_profile.");
  Json properties;
  properties.set("profile", std::move(handle));
  Json required = Json::array();
  required.push("profile");
  for (const Json::Member& member : *tool.input.find("properties")->if_object())
    properties.set(member.name, member.value);
  if (const Json* others = tool.input.find("required"))
    for (const Json& other : *others->if_array()) required.push(other);
  Json input = tool.input;
  input.set("properties", std::move(properties));
  input.set("required", std::move(required));
  return input;
}

// Removes the handle from the parameters and finds its profile.
Result<OpenProfile> taken_profile(Tooling& tooling, Json& params) {
  std::string handle;
  if (Json::Object* members = params.if_object()) {
    const auto found = std::ranges::find(*members, "profile", &Json::Member::name);
    if (found != members->end()) {
      if (const std::string* text = found->value.if_string()) handle = *text;
      members->erase(found);
    }
  }
  if (handle.empty())
    return fail(ErrorCode::bad_request, "arguments.profile: the handle from open_profile is needed.");
  return tooling.profiles.find(handle);
}

// A changed file is a normal answer, also if it prevents an index from being built.
Result<ToolAnswer> answer_about_profile(const Tool& tool, const ToolContext& context, const Json& params,
                                        const Work& work) {
  try {
    return run_tool(tool, context, params, work);
  } catch (const ThrownError& thrown) {
    if (thrown.error().code != ErrorCode::outdated) throw;
    return tl::unexpected(thrown.error());
  }
}

Result<ToolAnswer> answer_of(const Tool& tool, Tooling& tooling, const Json& given, const Work& work) {
  ToolContext context{nullptr, tooling.answers, tooling.skills.now(), tooling.suppressed.now()};
  if (!tool.needs_profile) return run_tool(tool, context, given, work);
  Json params = given;
  const auto open = taken_profile(tooling, params);
  if (!open) return tl::unexpected(open.error());
  context.profile = open->profile;
  auto answer = answer_about_profile(tool, context, params, work);
  if (!answer && answer.error().code == ErrorCode::outdated) tooling.profiles.reload(open->handle, work);
  return answer;
}

Json tool_error(const Error& error) {
  std::string text = one_line(error.message);
  if (!error.hint.empty()) text += " " + one_line(error.hint);
  // Omits structured content, because clients would check it against the output schema.
  Json block;
  block.set("type", "text");
  block.set("text", std::move(text));
  Json content = Json::array();
  content.push(std::move(block));
  Json result;
  result.set("content", std::move(content));
  result.set("isError", true);
  return result;
}

std::string names_of_tools() {
  std::vector<std::string_view> names;
  for (const OwnTool& tool : kOwnTools) names.push_back(tool.name);
  for (const Tool& tool : all_tools()) names.push_back(tool.name);
  std::ranges::sort(names);
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

}  // namespace

Json list_tools() {
  std::vector<Json> tools;
  for (const OwnTool& tool : kOwnTools)
    tools.push_back(listed(tool.name, tool.title, tool.doc, tool.input(), tool.output(), tool.only_reads));
  for (const Tool& tool : all_tools())
    tools.push_back(listed(tool.name, tool.title, tool.doc,
                           tool.needs_profile ? input_with_handle(tool) : tool.input, tool.output, true));
  std::ranges::sort(tools, {}, [](const Json& tool) { return *tool.find("name")->if_string(); });
  Json result;
  result.set("tools", Json(std::move(tools)));
  return result;
}

Result<Json> call_tool(Tooling& tooling, const Json& params, const Work& work) {
  const Json* name = params.find("name");
  if (!name || !name->if_string()) return fail(ErrorCode::bad_request, "params.name: a string is needed");
  const Tool* tool = tool_named(*name->if_string());
  const OwnTool* own = own_tool_named(*name->if_string());
  if (!tool && !own)
    return fail(ErrorCode::bad_request, "There is no tool " + quotation(*name->if_string()) + ".",
                "The tools are " + names_of_tools() + ".");
  static const Json none;
  const Json* given = params.find("arguments");
  const Json& arguments = given ? *given : none;
  const auto answer = own ? own->run(tooling, arguments, work) : answer_of(*tool, tooling, arguments, work);
  return answer ? tool_result(*answer) : tool_error(answer.error());
}

}  // namespace nsys_ai
