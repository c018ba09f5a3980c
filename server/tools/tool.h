// The tools with which an agent or a language model inspects one profile: a name, parameters and a function.
// Each tool has a file of its own and an entry in one sorted list.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/quotation.h"
#include "base/work.h"
#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "protocol/nsys.h"
#include "protocol/read.h"
#include "skill/answer_cache.h"
#include "skill/user_skills.h"
#include "tools/input_schema.h"
#include "tools/scope_of.h"
#include "tools/tool_answer.h"

namespace nsys_ai {

// The data from which a tool answers.
struct ToolContext {
  ProfilePtr profile;  // null if the tool needs none
  AnswerCache& answers;
  SkillSetPtr skills;
  std::shared_ptr<const std::vector<Suppression>> suppressed;
  Sent sent = Sent::text_and_structure;
};

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view doc;
  bool needs_profile = true;  // otherwise it describes what is possible for any profile
  Json input;                // the schema of its parameters
  Json output;               // the schema of its structured result; null if it is not published
  std::function<Result<ToolAnswer>(const ToolContext&, const Json& params, const Work&)> run;
};

// Sorted by name.
const std::vector<Tool>& all_tools();
// Null if there is no such tool.
const Tool* tool_named(std::string_view name);
// Calls the tool's `run` and adds notes about data that could not be read from the profile.
Result<ToolAnswer> run_tool(const Tool& tool, const ToolContext& context, const Json& params,
                            const Work& work);

// Reads the parameters of a call. Rejects unknown parameters, because models invent them.
template <HasFields Params>
Result<Params> tool_params(const Json& given) {
  if (const auto unknown = unknown_members<Params>(given); !unknown.empty())
    return fail(ErrorCode::bad_request, "There is no parameter " + quotation(unknown.front()) + ".",
                "There are: " + member_names<Params>() + ".");
  static const Json none = Json::object();
  return read_json<Params>(given.is_null() ? none : given, "arguments");
}

// The maximum length of the answer. Fails if `bytes` is out of bounds.
inline Result<ByteLimit> byte_limit_for(const ToolContext& context, const std::optional<int64_t>& bytes) {
  const auto checked = checked_bytes(bytes);
  if (!checked) return tl::unexpected(checked.error());
  return ByteLimit(*checked, context.sent);
}

// A structured result that the list of tools does not describe.
struct UndescribedResult {};
template <class Structure>
Json structure_schema() {
  if constexpr (HasFields<Structure>)
    return OutputSchema::of<Structure>();
  else
    return {};
}

// Makes a tool from typed parts: `run` is a function of the tool's file, and `Structure` lists the fields of
// its structured result.
template <HasFields Params, class Structure = UndescribedResult>
Tool make_tool(std::string_view name, std::string_view title, std::string_view doc,
               Result<ToolAnswer> (*run)(const ToolContext&, const Params&, const Work&)) {
  return {name,
          title,
          doc,
          true,
          InputSchema::of<Params>(),
          structure_schema<Structure>(),
          [run](const ToolContext& context, const Json& given, const Work& work) -> Result<ToolAnswer> {
            const auto params = tool_params<Params>(given);
            if (!params) return tl::unexpected(params.error());
            return run(context, *params, work);
          }};
}

// The part of a profile that a question is about, as parameters of a tool.
struct ScopeParams {
  std::optional<std::vector<int64_t>> gpus;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::optional<std::string> phase;
  std::optional<nsys::TimeWindow> trim;

  ScopeRequest scope(const SkillSet& of) const {
    ScopeRequest scope = scope_of(*this);
    of.project.complete(scope);
    return scope;
  }
};
template <class F>
void fields_of_part(ScopeParams& v, F& f) {
  f("gpus", v.gpus, "CUDA ordinals. Default: all.");
  f("process", v.process, "Pid. Default: all.");
  f("iteration", v.iteration, "Step, as iteration_timing numbers them.");
  f("phase", v.phase, "Such as decode: its longest stretch, as phases names it.");
  f("trim", v.trim, "Window on the capture's clock.");
}

#define NSYS_TOOL(name) Tool name##_tool();
#include "tools/tools.def"
#undef NSYS_TOOL

}  // namespace nsys_ai
