// Queries of clients, read-only and within limits.
#include <algorithm>

#include "features/feature.h"
#include "features/session.h"
#include "features/wire.h"
#include "protocol/answer_json.h"
#include "skill/query_answer.h"

namespace nsys_ai {
namespace {

// What one reply may hold; for more, ask for a part.
constexpr int64_t kMostRows = 10'000;
constexpr int64_t kMostBytes = 1 << 20;

Result<nsys::Answer> run(Session& session, const nsys::QueryParams& params, const Work& work) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  QueryLimits limits;
  if (params.limit) {
    if (*params.limit < 1 || *params.limit > kMostRows)
      return fail(ErrorCode::bad_request, "limit is not between 1 and 10000.",
                  "Aggregate, or ask for a part.");
    limits.rows = *params.limit;
  }
  limits.bytes = std::min(limits.bytes, kMostBytes);
  auto answer = answer_query(**profile, scope_of(params), params.sql, limits, work);
  if (!answer) return tl::unexpected(answer.error());
  return wire_answer(*answer);
}

}  // namespace

void attach_query(Router& router, Session& session) {
  router.on<method::Query>(Lane::bulk, [&session](const nsys::QueryParams& params, Call& call) {
    return run(session, params, call.work());
  });
}

}  // namespace nsys_ai
