// A baseline says by which units its figures are; captures beside it are measured by the same.
#include "features/workspace/compare_sides.h"

#include <fmt/format.h>

#include "base/quotation.h"
#include "features/workspace/baselines.h"

namespace nsys_ai {
namespace {

UnitRequest units_of_baseline(const std::vector<RunFigures>& kept) {
  UnitRequest request;
  request.kind = unit_kind(kept.front().unitKind).value_or(UnitKind::step);
  request.kernel = kept.front().kernel;
  return request;
}

}  // namespace

Result<SideFigures> figures_of_sides(CompareSide before, CompareSide after) {
  if (before.kept.empty() && after.kept.empty()) return figures_of(before.captures, after.captures);
  const UnitRequest request = units_of_baseline(before.kept.empty() ? after.kept : before.kept);
  for (CompareSide* side : {&before, &after}) {
    if (!side->kept.empty()) {
      if (units_of_baseline(side->kept).kind == request.kind) continue;
      return fail(ErrorCode::bad_request, "The two baselines are measured by different units of work.",
                  "Compare the captures, or keep both again.");
    }
    auto figures = figures_by(side->captures, request);
    if (!figures) return tl::unexpected(figures.error());
    side->kept = std::move(*figures);
  }
  return SideFigures{std::move(before.kept), std::move(after.kept)};
}

Result<CompareSide> side_of_baseline(const std::vector<std::filesystem::path>& workspace,
                                     const std::string& name) {
  auto kept = baseline(workspace, name);
  if (!kept) return tl::unexpected(kept.error());
  return CompareSide{{}, std::move(*kept)};
}

Result<CompareSide> named_side(const std::vector<std::string>& names, const FindProfile& find,
                               const std::vector<std::filesystem::path>& workspace) {
  CompareSide side;
  for (const std::string& name : names) {
    const auto profile = find(name);
    if (!profile && names.size() == 1 && has_baseline(workspace, name))
      return side_of_baseline(workspace, name);
    if (!profile)
      return fail(profile.error().code,
                  fmt::format("{} There is no baseline {} either.", profile.error().message, quotation(name)),
                  profile.error().hint);
    side.captures.push_back({*profile});
  }
  return side;
}

}  // namespace nsys_ai
