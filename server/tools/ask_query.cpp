// The tool for structured questions of programs and models, which skip the parsing of words.
#include "protocol/write.h"
#include "question/answer.h"
#include "tools/tool.h"
#include "tools/wire_ask.h"

namespace nsys_ai {
namespace {

struct AskQueryTool {
  AskQuery query;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(AskQueryTool& v, F& f) {
  fields(v.query, f);
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

Result<ToolAnswer> run(const ToolContext& context, const AskQueryTool& params, const Work& work) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  const SkillSetPtr known = context.skills;
  const auto answer =
      nsys_ai::ask_query(context.profile, context.answers, params.query, &known->project, work);
  if (!answer) return tl::unexpected(answer.error());
  nsys::AskAnswer wire = wire_ask(*answer);
  wire.plan.reset();
  return fitted_text(text_of(*answer), write_json(wire), *room, "Ask with more bytes.");
}

}  // namespace

Tool ask_query_tool() {
  return make_tool<AskQueryTool, nsys::AskAnswer>(
      "ask_query", "Ask by a query",
      "Answers one query in fields (what of which thing, under which conditions) with number, scope and references, or says why it cannot.",
      run);
}

}  // namespace nsys_ai
