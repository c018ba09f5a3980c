// The tool that answers a question in words, or says why it cannot, and reports how it understood the
// question.
#include "question/answer.h"

#include "protocol/write.h"
#include "tools/tool.h"
#include "tools/wire_ask.h"

namespace nsys_ai {
namespace {

struct AskTool {
  std::string question;
  std::optional<std::string> after;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(AskTool& v, F& f) {
  f("question", v.question, "In English: longest idle gap on GPU 1 after 39.1 s; why is GPU 0 idle?");
  f("after", v.after, "`understood` of the answer that the question refers back to.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

Result<ToolAnswer> run(const ToolContext& context, const AskTool& params, const Work& work) {
  const auto bytes = byte_limit_for(context, params.bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto answer = ask(context.profile, context.answers,
                          {params.question, params.after.value_or(""), &context.skills->project}, work);
  if (!answer) return tl::unexpected(answer.error());
  nsys::AskAnswer wire = wire_ask(*answer);
  wire.plan.reset();
  return fitted_text(text_of(*answer), write_json(wire), *bytes, "Ask with more bytes.");
}

}  // namespace

Tool ask_tool() {
  return make_tool<AskTool, nsys::AskAnswer>(
      "ask", "Ask in words",
      "Answers one question in words from the profile, with number, scope and references, or says why it cannot; says how it understood it.",
      run);
}

}  // namespace nsys_ai
