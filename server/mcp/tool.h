// What a tool of an agent is: a name, what it takes, and a function. One file a tool, one sorted list.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/quotation.h"
#include "base/work.h"
#include "features/wire.h"
#include "features/workspace/suppressions.h"
#include "mcp/input_schema.h"
#include "mcp/open_profiles.h"
#include "mcp/tool_answer.h"
#include "protocol/nsys.h"
#include "protocol/read.h"
#include "skill/answer_cache.h"
#include "skill/user_skills.h"

namespace nsys_ai::inline mcp {

// What the tools of one server share. Thread-safe.
struct Tooling {
  AnswerCache& answers;
  OpenProfiles& profiles;
  UserSkills& skills;
  Suppressions& suppressed;
};

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view doc;
  Json input;  // the schema of its parameters
  std::function<Result<ToolAnswer>(Tooling&, const Json& params, const Work&)> run;
};

// By name.
const std::vector<Tool>& all_tools();
// Fails with the nearest names as the hint.
Result<const Tool*> tool_named(std::string_view name);

// Makes a tool of typed parts: `run` is a function of the tool's file. A parameter that there is not is told,
// since models invent them.
template <HasFields Params>
Tool make_tool(std::string_view name, std::string_view title, std::string_view doc,
               Result<ToolAnswer> (*run)(Tooling&, const Params&, const Work&)) {
  return {name, title, doc, InputSchema::of<Params>(),
          [run](Tooling& tooling, const Json& given, const Work& work) -> Result<ToolAnswer> {
            if (const auto unknown = unknown_members<Params>(given); !unknown.empty())
              return fail(ErrorCode::bad_request, "There is no parameter " + quotation(unknown.front()) + ".",
                          "tools/list tells the parameters.");
            static const Json none = Json::object();
            const auto params = read_json<Params>(given.is_null() ? none : given, "arguments");
            if (!params) return tl::unexpected(params.error());
            return run(tooling, *params, work);
          }};
}

// Which part of a profile a question is about, as it stands among the parameters of tools.
struct PartOfProfile {
  std::string profile;
  std::optional<std::vector<int64_t>> gpus;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::optional<nsys::TimeWindow> trim;

  ScopeRequest scope() const { return scope_of(*this); }
};
template <class F>
void fields_of_part(PartOfProfile& v, F& f) {
  f("profile", v.profile, "Handle from open_profile.");
  f("gpus", v.gpus, "CUDA ordinals. Default: all.");
  f("process", v.process, "Pid. Default: all.");
  f("iteration", v.iteration, "Step, from 0, as iteration_timing numbers them.");
  f("trim", v.trim, "Window on the capture's clock.");
}

#define NSYS_TOOL(name) Tool name##_tool();
#include "mcp/tools.def"
#undef NSYS_TOOL

}  // namespace nsys_ai::inline mcp
