// The tool that says which ranges would explain most of the kernel time that nothing explains yet.
#include "tools/tool.h"
#include "view/suggest_answer.h"

namespace nsys_ai {
namespace {

struct SuggestTool {
  ScopeParams part;
  std::optional<int64_t> offset;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(SuggestTool& v, F& f) {
  fields_of_part(v.part, f);
  f("offset", v.offset, "First row: the next_offset before.");
  f("bytes", v.bytes, "Of the answer at most; default 4000. Rows are cut to it.");
}

Result<ToolAnswer> run_suggest_tool(const ToolContext& context, const SuggestTool& params, const Work& work) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  const int64_t offset = params.offset.value_or(0);
  if (offset < 0) return fail(ErrorCode::bad_request, "offset: rows are counted from 0.");
  constexpr int64_t kMostSuggested = 200;
  const auto answer = suggest_answer(*context.profile, params.part.scope(*context.skills),
                                     {offset + kMostSuggested, nullptr}, work);
  if (!answer) return tl::unexpected(answer.error());
  return fitted_answer(*answer, offset, *room);
}

}  // namespace

Tool suggest_tool() {
  return make_tool<SuggestTool, PagedAnswer>(
      "suggest", "Where NVTX ranges are missing",
      "Kernel time that no range or call chain brings to a line of the source, the most first: why, what lies beneath it, and what a range would have to split.",
      run_suggest_tool);
}

}  // namespace nsys_ai
