// What an agent or a language model may ask about one profile: a name, what it takes, and a function. One
// file a tool, one sorted list.
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

// What a tool is asked about and answers from.
struct ToolContext {
  ProfilePtr profile;  // null where the tool needs none
  AnswerCache& answers;
  SkillSetPtr skills;
  std::shared_ptr<const std::vector<Suppression>> suppressed;
  Sent sent = Sent::text_and_structure;
};

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view doc;
  bool of_a_profile = true;  // else it tells what can be asked of any
  Json input;                // the schema of its parameters
  Json output;               // that of its structure; null where it is not told
  std::function<Result<ToolAnswer>(const ToolContext&, const Json& params, const Work&)> run;
};

// By name.
const std::vector<Tool>& all_tools();
// Null where there is none.
const Tool* tool_named(std::string_view name);
// As its `run`, with notes about what was not read of the profile.
Result<ToolAnswer> run_tool(const Tool& tool, const ToolContext& context, const Json& params,
                            const Work& work);

// Parameters of the type, which a tool is called with. A parameter that there is not is told, since models
// invent them.
template <HasFields Params>
Result<Params> tool_params(const Json& given) {
  if (const auto unknown = unknown_members<Params>(given); !unknown.empty())
    return fail(ErrorCode::bad_request, "There is no parameter " + quotation(unknown.front()) + ".",
                "There are: " + member_names<Params>() + ".");
  static const Json none = Json::object();
  return read_json<Params>(given.is_null() ? none : given, "arguments");
}

// How long the answer to these parameters may be. Fails on what is out of bounds.
inline Result<ByteLimit> byte_limit_for(const ToolContext& context, const std::optional<int64_t>& bytes) {
  const auto checked = checked_bytes(bytes);
  if (!checked) return tl::unexpected(checked.error());
  return ByteLimit(*checked, context.sent);
}

// A structure of which nothing is told in the list of tools.
struct UndescribedResult {};
template <class Structure>
Json structure_schema() {
  if constexpr (HasFields<Structure>)
    return OutputSchema::of<Structure>();
  else
    return {};
}

// Makes a tool of typed parts: `run` is a function of the tool's file, and `Structure` lists the fields of
// what it gives beside its text.
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

// Which part of a profile a question is about, as it stands among the parameters of tools.
struct PartOfProfile {
  std::optional<std::vector<int64_t>> gpus;
  std::optional<int64_t> process;
  std::optional<int64_t> iteration;
  std::optional<nsys::TimeWindow> trim;

  ScopeRequest scope() const { return scope_of(*this); }
};
template <class F>
void fields_of_part(PartOfProfile& v, F& f) {
  f("gpus", v.gpus, "CUDA ordinals. Default: all.");
  f("process", v.process, "Pid. Default: all.");
  f("iteration", v.iteration, "Step, from 0, as iteration_timing numbers them.");
  f("trim", v.trim, "Window on the capture's clock.");
}

#define NSYS_TOOL(name) Tool name##_tool();
#include "tools/tools.def"
#undef NSYS_TOOL

}  // namespace nsys_ai
