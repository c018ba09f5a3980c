// The tool that returns the card of a reference's target.
#include "base/quotation.h"
#include "base/context.h"
#include "protocol/write.h"
#include "tools/tool.h"
#include "view/cards/card_markdown.h"
#include "view/targets/card.h"

namespace nsys_ai {
namespace {

struct ExplainTool {
  std::string target;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(ExplainTool& v, F& f) {
  f("target", v.target,
    "A reference of any answer: kernel:1234, gap:0:60401707567, nvtx:55, finding:KEY, kernel-name:12.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct CardStructure {
  std::string schema = "nsys-ai.card/1";
  std::string target;
  std::optional<bool> truncated = {};
  std::optional<std::vector<std::string>> notes = {};
};
template <class F>
void fields(CardStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.card/1.");
  f("target", v.target, "What is explained.");
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What was not read.");
}

// The target may be among the data that could not be read.
tl::unexpected<Error> nothing_named(const Profile& profile, const std::string& target) {
  std::string hint = "References stand in the answers of other tools, such as kernel:1234 in a column `ref`.";
  for (const std::string& note : profile.notes()) hint += " " + note + ".";
  return fail(ErrorCode::bad_request, "Nothing in this profile is " + quotation(target) + ".", hint);
}

Result<ToolAnswer> run(const ToolContext& context, const ExplainTool& params, const Work& work) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  const auto shown = cancellable(
      work, [&]() -> Result<std::optional<Card>> { return card(*context.profile, params.target); });
  if (!shown) return tl::unexpected(shown.error());
  if (!*shown) return nothing_named(*context.profile, params.target);
  return fitted_text(markdown_of(**shown), write_json(CardStructure{.target = params.target}), *room,
                     "Ask with more bytes.");
}

}  // namespace

Tool explain_tool() {
  return make_tool<ExplainTool, CardStructure>(
      "explain", "Explain a reference",
      "What a kernel, copy, range, call, gap or finding is: its numbers, what it hangs together with, and why it matters.",
      run);
}

}  // namespace nsys_ai
