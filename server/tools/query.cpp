// The tool that runs a SELECT statement of the agent.
#include "skill/query_answer.h"
#include "tools/tool.h"

namespace nsys_ai {
namespace {

constexpr int64_t kRowsOfAPage = 1000;

struct QueryTool {
  ScopeParams part;
  std::string sql;
  std::optional<int64_t> offset;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(QueryTool& v, F& f) {
  f("sql", v.sql, "One SELECT over the tables of `schema`; SQLite's language, read-only, 5 s.");
  fields_of_part(v.part, f);
  f("offset", v.offset, "First row: the next_offset before.");
  f("bytes", v.bytes, "Of the answer at most; default 4000. Rows are cut to it.");
}

Result<ToolAnswer> run(const ToolContext& context, const QueryTool& params, const Work& work) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  const int64_t offset = params.offset.value_or(0);
  if (offset < 0 || offset > 1'000'000)
    return fail(ErrorCode::bad_request, "offset: rows are counted from 0 to a million.",
                "Aggregate them instead.");
  QueryLimits limits;
  limits.rows = offset + kRowsOfAPage;
  const auto answer = answer_query(*context.profile, params.part.scope(*context.skills), params.sql, limits, work);
  if (!answer) return tl::unexpected(answer.error());
  return fitted_answer(*answer, offset, *room);
}

}  // namespace

Tool query_tool() {
  return make_tool<QueryTool, PagedAnswer>(
      "query", "Ask in SQL",
      "One SELECT over the events of a profile (kernel, copy, nvtx, runtime_call, ...), clipped to the part that is asked about. Times are ns.",
      run);
}

}  // namespace nsys_ai
