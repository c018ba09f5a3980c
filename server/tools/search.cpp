// The tool that finds events by a part of their name.
#include <algorithm>

#include "tools/tool.h"
#include "view/name_search_answer.h"

namespace nsys_ai {
namespace {

constexpr int64_t kMostFound = 1000;

struct SearchTool {
  ScopeParams part;
  std::string text;
  std::optional<std::vector<std::string>> kinds;
  std::optional<bool> instances;
  std::optional<int64_t> offset;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(SearchTool& v, F& f) {
  f("text", v.text, "A part of the name; * for whatever lies between.");
  fields_of_part(v.part, f);
  f("kinds", v.kinds, "Of kernel, nvtx, mark, call, copy. Default: all.");
  f("instances", v.instances, "Single events by time, instead of names.");
  f("offset", v.offset, "First row: the next_offset before.");
  f("bytes", v.bytes, "Of the answer at most; default 4000. Rows are cut to it.");
}

Result<std::vector<NamedKind>> named_kinds(const std::vector<std::string>& names) {
  std::vector<NamedKind> kinds;
  for (const std::string& name : names) {
    const auto* found = std::ranges::find(kNamedKinds, name, [](NamedKind kind) { return name_of(kind); });
    if (found == std::end(kNamedKinds))
      return fail(ErrorCode::bad_request,
                  "kinds: " + quotation(name) + " is none of kernel, nvtx, mark, call, copy.");
    kinds.push_back(*found);
  }
  return kinds;
}

Result<ToolAnswer> run(const ToolContext& context, const SearchTool& params, const Work& work) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  const int64_t offset = params.offset.value_or(0);
  if (offset < 0) return fail(ErrorCode::bad_request, "offset: rows are counted from 0.");
  auto kinds = named_kinds(params.kinds.value_or(std::vector<std::string>()));
  if (!kinds) return tl::unexpected(kinds.error());
  SearchOptions options{
      params.text, {}, std::move(*kinds), offset + kMostFound, params.instances.value_or(false)};
  const auto answer = search_answer(*context.profile, params.part.scope(*context.skills), options, work);
  if (!answer) return tl::unexpected(answer.error());
  return fitted_answer(*answer, offset, *room);
}

}  // namespace

Tool search_tool() {
  return make_tool<SearchTool, PagedAnswer>(
      "search", "Find by name",
      "Kernels, NVTX ranges and marks, CUDA calls and copies by a part of their name: counts and times, or single events with references.",
      run);
}

}  // namespace nsys_ai
