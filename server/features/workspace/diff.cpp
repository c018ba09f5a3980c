// Compares open profiles.
#include "compare/compare.h"

#include "base/context.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"

namespace nsys_ai {
namespace {

using StepNumbers = std::optional<std::vector<int64_t>>;

Result<std::vector<ComparedProfile>> side_of(Session& session, const std::vector<std::string>& handles,
                                             const nsys::DiffParams& params, const StepNumbers& steps) {
  if (handles.empty()) return fail(ErrorCode::bad_request, "Both sides need a profile.");
  if (steps && (steps->size() != 2 || steps->front() > steps->back()))
    return fail(ErrorCode::bad_request, "A range of steps is its first and its last number.");
  std::vector<ComparedProfile> side;
  for (const std::string& handle : handles) {
    const auto profile = session.library.find(handle);
    if (!profile) return tl::unexpected(profile.error());
    ComparedProfile of{*profile};
    if (params.gpus) of.scope.gpus = *params.gpus;
    if (steps) {
      of.first = steps->front();
      of.last = steps->back();
    }
    side.push_back(std::move(of));
  }
  return side;
}

Result<nsys::Comparison> diff(Session& session, const nsys::DiffParams& params) {
  if (params.floor && !(*params.floor >= 0 && *params.floor < 10))
    return fail(ErrorCode::bad_request, "The noise floor is a share from 0 on.");
  const auto before = side_of(session, params.before, params, params.beforeIterations);
  if (!before) return tl::unexpected(before.error());
  const auto after = side_of(session, params.after, params, params.afterIterations);
  if (!after) return tl::unexpected(after.error());
  const auto figures = figures_of(*before, *after);
  if (!figures) return tl::unexpected(figures.error());
  return compare_runs(figures->before, figures->after, {params.floor});
}

}  // namespace

void attach_diff(Router& router, Session& session) {
  router.on<method::Diff>(Lane::bulk, [&session](const nsys::DiffParams& params, Call& call) {
    return cancellable(call.work(), [&] { return diff(session, params); });
  });
}

}  // namespace nsys_ai
