// Compares open profiles, or one with a baseline.
#include "base/context.h"
#include "features/documents/compare_view.h"
#include "features/documents/document_access.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/viewer/viewer_subject.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/compare_sides.h"
#include "features/workspace/history.h"
#include "features/workspace/workspace.h"

namespace nsys_ai {
namespace {

// The part of one side that counts.
struct AskedPart {
  const std::optional<std::vector<int64_t>>& steps;
  const std::optional<nsys::TimeWindow>& window;
};

Result<CompareSide> side_of(Session& session, const std::vector<std::string>& names,
                            const nsys::DiffParams& params, const AskedPart& part) {
  const auto& steps = part.steps;
  const auto window = asked_window(part.window);
  if (!window) return tl::unexpected(window.error());
  if (names.empty()) return fail(ErrorCode::bad_request, "Both sides need a profile.");
  if (steps && (steps->size() != 2 || steps->front() > steps->back()))
    return fail(ErrorCode::bad_request, "A range of steps is its first and its last number.");
  auto side = named_side(
      names, [&](const std::string& handle) { return session.library.find(handle); },
      session.workspace.folders());
  if (!side) return side;
  if (side->captures.empty() && (steps || *window || params.gpus))
    return fail(ErrorCode::bad_request, "A baseline keeps no single steps, times or GPUs.",
                "Compare with the captures that it was made of.");
  for (ComparedProfile& of : side->captures) {
    if (params.gpus) of.scope.gpus = *params.gpus;
    of.scope.window = *window;
    if (steps) {
      of.first = steps->front();
      of.last = steps->back();
    }
  }
  return side;
}

Result<nsys::Comparison> diff(Session& session, const nsys::DiffParams& params) {
  if (params.floor && !(*params.floor >= 0 && *params.floor < 10))
    return fail(ErrorCode::bad_request, "The noise floor is a share from 0 on.");
  auto before = side_of(session, params.before, params, {params.beforeIterations, params.beforeWindow});
  if (!before) return tl::unexpected(before.error());
  auto after = side_of(session, params.after, params, {params.afterIterations, params.afterWindow});
  if (!after) return tl::unexpected(after.error());
  const auto figures = figures_of_sides(std::move(*before), std::move(*after));
  if (!figures) return tl::unexpected(figures.error());
  nsys::Comparison comparison = compare_runs(figures->before, figures->after, {params.floor});
  if (params.hypothesis) look_at_hypothesis(*params.hypothesis, comparison);
  return comparison;
}

}  // namespace

void attach_diff(Router& router, Session& session) {
  router.on<method::AlignedTimes>(
      Lane::bulk,
      [&session](const nsys::AlignedTimesParams& params, Call& call) -> Result<nsys::AlignedTimesResult> {
        const OtherProfiles profiles = other_profiles(session);
        const auto before = profiles.find(params.before, call.work());
        if (!before) return tl::unexpected(before.error());
        const auto after = profiles.find(params.after, call.work());
        if (!after) return tl::unexpected(after.error());
        return cancellable(call.work(), [&]() -> Result<nsys::AlignedTimesResult> {
          return aligned_times(before->profile, after->profile);
        });
      });
  router.on<method::Diff>(Lane::bulk, [&session](const nsys::DiffParams& params, Call& call) {
    return cancellable(call.work(), [&] { return diff(session, params); });
  });
}

}  // namespace nsys_ai
