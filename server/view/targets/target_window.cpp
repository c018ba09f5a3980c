// By the kind of the target.
#include "view/targets/target_window.h"

#include <algorithm>

#include "view/targets/target_kinds.h"

namespace nsys_ai {
namespace {

constexpr int64_t kMinMargin = 50'000;

}  // namespace

bool has_place_in_time(TargetKind kind) {
  const TargetKindRow& of = about(kind);
  return of.spans != nullptr || of.interval != nullptr;
}

std::optional<Interval> interval_of(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  const TargetKindRow& of = about(target->kind);
  if (of.interval != nullptr) return of.interval(profile, *target);
  const auto at = place_in_spans(profile, *target);
  if (!at || of.spans(profile).end(*at) == Spans::kOpen) return std::nullopt;
  return of.spans(profile).interval(*at);
}

std::optional<Interval> window_around(const Profile& profile, std::string_view target) {
  const auto of = interval_of(profile, target);
  if (!of) return std::nullopt;
  const int64_t margin = std::max(of->duration(), kMinMargin);
  const Interval extent = profile.extent();
  return Interval{std::max(of->start - margin, extent.start), std::min(of->end + margin, extent.end)};
}

}  // namespace nsys_ai
