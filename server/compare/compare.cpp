// Chooses the units that both sides have, and puts the parts of a comparison together.
#include "compare/compare.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/context.h"
#include "compare/comparable.h"
#include "compare/narration.h"
#include "compare/part_changes.h"
#include "compare/verdict.h"

namespace nsys_ai {
namespace {

Result<Scope> whole_scope_of(const ComparedProfile& of) {
  ScopeRequest devices = of.scope;
  devices.window.reset();
  return Scope::make(*of.profile, devices);
}

UnitRequest of_part(const ComparedProfile& of, UnitRequest request) {
  request.window = of.scope.window;
  request.first = of.first;
  request.last = of.last;
  return request;
}

// Captures of one name are called by their folders, too.
void name_apart(const std::vector<ComparedProfile>& profiles, std::vector<RunFigures>& runs) {
  std::map<std::string, std::set<std::filesystem::path>> paths;
  for (const ComparedProfile& of : profiles)
    paths[of.profile->info().path.filename().string()].insert(of.profile->info().path);
  for (size_t i = 0; i < runs.size(); ++i) {
    const std::filesystem::path& path = profiles[i].profile->info().path;
    if (paths[runs[i].file].size() > 1 && path.has_parent_path())
      runs[i].file = (path.parent_path().filename() / path.filename()).string();
  }
}

std::vector<ComparedProfile> both(const std::vector<ComparedProfile>& before,
                                  const std::vector<ComparedProfile>& after) {
  std::vector<ComparedProfile> all = before;
  all.insert(all.end(), after.begin(), after.end());
  return all;
}

}  // namespace

Result<std::vector<RunFigures>> figures_by(const std::vector<ComparedProfile>& runs, UnitRequest request) {
  std::vector<RunFigures> figures;
  for (const ComparedProfile& of : runs) {
    check_cancelled();
    const auto scope = whole_scope_of(of);
    if (!scope) return tl::unexpected(scope.error());
    figures.push_back(run_figures(*of.profile, *scope, of_part(of, request)));
  }
  return figures;
}

Result<SideFigures> figures_of(const std::vector<ComparedProfile>& before,
                               const std::vector<ComparedProfile>& after) {
  UnitRequest request;
  for (const auto* side : {&before, &after})
    for (const ComparedProfile& of : *side) {
      const auto scope = whole_scope_of(of);
      if (!scope) return tl::unexpected(scope.error());
      request.kind = std::max(request.kind, best_unit_kind(*of.profile, *scope));
    }
  if (request.kind == UnitKind::kernel)
    request.kernel = common_kernel(*before.front().profile, *after.front().profile);
  const std::vector<ComparedProfile> all = both(before, after);
  auto runs = figures_by(all, request);
  if (!runs) return tl::unexpected(runs.error());
  name_apart(all, *runs);
  const auto middle = runs->begin() + static_cast<ptrdiff_t>(before.size());
  return SideFigures{{runs->begin(), middle}, {middle, runs->end()}};
}

nsys::Comparison compare_runs(const std::vector<RunFigures>& before, const std::vector<RunFigures>& after,
                              const CompareOptions& options) {
  nsys::Comparison comparison;
  comparison.before = compared_side(before);
  comparison.after = compared_side(after);
  comparison.unit = before.front().unit;
  comparison.unitKind = before.front().unitKind;
  comparison.notes = comparison_notes(before, after);
  if (auto why = why_not_comparable(before, after)) {
    add_refusal(std::move(*why), comparison);
    return comparison;
  }
  add_verdict(before, after, options, comparison);
  add_parts(before, after, comparison);
  add_narration(before, after, comparison);
  return comparison;
}

}  // namespace nsys_ai
