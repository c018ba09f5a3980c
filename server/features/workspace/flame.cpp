// Answers nsys/flame: a flame graph as rows, or as text.
#include "features/feature.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"
#include "protocol/answer_json.h"
#include "protocol/nsys_flame.h"
#include "skill/user_skills.h"
#include "tools/scope_of.h"
#include "view/flame/flame_files.h"
#include "view/flame/flame_page.h"
#include "view/flame/flame_rows.h"
#include "view/pages/page_text.h"

namespace nsys_ai {
namespace {

constexpr int64_t kFlameRows = 1000;
constexpr int64_t kMostFlameRows = 10'000;
constexpr size_t kFlameTextRows = 100;

FlameOf flame_of(nsys::FlameOf of) {
  return of == nsys::FlameOf::samples ? FlameOf::samples
         : of == nsys::FlameOf::nvtx  ? FlameOf::nvtx
                                      : FlameOf::backtraces;
}

std::string flame_text(const Profile& profile, const FlameView& view, nsys::FlameFormat format) {
  if (format == nsys::FlameFormat::folded) return folded_stacks(view.graph);
  if (format == nsys::FlameFormat::speedscope)
    return speedscope_json(view.graph, profile.info().path.filename().string());
  return text_of(flame_text_page(view, kFlameTextRows)).text;
}

Result<nsys::FlameResult> answered_flame(Session& session, const nsys::FlameParams& params, Call& call) {
  const auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  const int64_t limit = params.limit.value_or(kFlameRows);
  if (limit < 1 || limit > kMostFlameRows)
    return fail(ErrorCode::bad_request, "params.limit: it is from 1 to 10,000.");
  const nsys::FlameFormat format = params.format.value_or(nsys::FlameFormat::rows);
  const bool is_rows = format == nsys::FlameFormat::rows;
  FlameOptions options;
  if (params.of) options.of = flame_of(*params.of);
  options.at = params.at.value_or("");
  options.tid = params.thread;
  options.inverted = params.inverted.value_or(false);
  options.root = params.root.value_or(0);
  ScopeRequest scope = scope_of(params);
  session.skills.now()->project.complete(scope);
  auto view = flame_view(**profile, scope, options, call.work());
  if (!view) return tl::unexpected(view.error());
  if (is_rows) {
    add_flame_rows(options.root, static_cast<size_t>(limit), *view);
    return nsys::FlameResult{wire_answer(view->answer), {}};
  }
  if (view->answer.outcome == Outcome::cannot_answer) return nsys::FlameResult{wire_answer(view->answer), {}};
  return nsys::FlameResult{wire_answer(view->answer), flame_text(**profile, *view, format)};
}

}  // namespace

void attach_flame(Router& router, Session& session) {
  router.on<method::Flame>(Lane::bulk, [&session](const nsys::FlameParams& params, Call& call) {
    return answered_flame(session, params, call);
  });
}

}  // namespace nsys_ai
