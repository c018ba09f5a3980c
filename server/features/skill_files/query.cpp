// Runs clients' queries, read-only and within limits.
#include <fmt/format.h>

#include "features/feature.h"
#include "features/session.h"
#include "features/skill_files/answer_page.h"
#include "features/wire.h"
#include "features/workspace/client_profiles.h"
#include "skill/query_answer.h"
#include "tools/scope_of.h"

namespace nsys_ai {
namespace {

// The maximum number of rows that one request may ask for; rows sent before the reply do not count.
constexpr int64_t kMaxRows = 10'000;
constexpr int64_t kMaxRowsAhead = 1'000'000;
constexpr int64_t kMaxBytes = 64 << 20;

Result<nsys::Answer> run(Session& session, const nsys::QueryParams& params, Call& call) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  QueryLimits limits;
  const int64_t most = params.partialResultToken ? kMaxRowsAhead : kMaxRows;
  const int64_t offset = params.offset.value_or(0);
  if (params.limit && (*params.limit < 1 || *params.limit > most))
    return fail(ErrorCode::bad_request, fmt::format("limit is not between 1 and {}.", most),
                "Aggregate, or ask for a part.");
  if (offset < 0 || offset > kMaxOffset)
    return fail(ErrorCode::bad_request, fmt::format("params.offset: {} is no number of rows.", offset),
                "Use the next_offset of the page before.");
  limits.rows = params.limit.value_or(limits.rows) + offset;
  limits.bytes = kMaxBytes;
  ScopeRequest scope = scope_of(params);
  session.skills.now()->project.complete(scope);
  auto answer = answer_query(**profile, scope, params.sql, limits, call.work());
  if (!answer) return tl::unexpected(answer.error());
  auto page = answer_page(*answer, {offset, params.partialResultToken}, call);
  // If the limit ends a page, the next page continues after it.
  if (page && answer->truncated && !page->next_offset) page->next_offset = answer->total_rows;
  return page;
}

}  // namespace

void attach_query(Router& router, Session& session) {
  router.on<method::Query>(Lane::bulk, [&session](const nsys::QueryParams& params, Call& call) {
    return run(session, params, call);
  });
}

}  // namespace nsys_ai
