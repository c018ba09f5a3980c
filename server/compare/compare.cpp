// Chooses the units that both sides have, and puts the parts of a comparison together.
#include "compare/compare.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/parallel.h"
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

Result<std::vector<Scope>> scopes_of(const std::vector<ComparedProfile>& runs) {
  std::vector<Scope> scopes;
  for (const ComparedProfile& of : runs) {
    auto scope = whole_scope_of(of);
    if (!scope) return tl::unexpected(scope.error());
    scopes.push_back(std::move(*scope));
  }
  return scopes;
}

}  // namespace

Result<std::vector<RunFigures>> figures_by(const std::vector<ComparedProfile>& runs, UnitRequest request) {
  const auto scopes = scopes_of(runs);
  if (!scopes) return tl::unexpected(scopes.error());
  std::vector<RunFigures> figures(runs.size());
  parallel_for(usable_cores(), runs.size(), [&](size_t i) {
    figures[i] = run_figures(*runs[i].profile, (*scopes)[i], of_part(runs[i], request));
  });
  name_apart(runs, figures);
  return figures;
}

Result<std::vector<RunFigures>> figures_of(const std::vector<ComparedProfile>& runs) {
  const auto scopes = scopes_of(runs);
  if (!scopes) return tl::unexpected(scopes.error());
  std::vector<UnitKind> kinds(runs.size());
  parallel_for(usable_cores(), runs.size(),
               [&](size_t i) { kinds[i] = best_unit_kind(*runs[i].profile, (*scopes)[i]); });
  UnitRequest request{*std::max_element(kinds.begin(), kinds.end())};
  if (request.kind == UnitKind::kernel)
    request.kernel = common_kernel(*runs.front().profile, *runs.back().profile);
  return figures_by(runs, request);
}

Result<SideFigures> figures_of(const std::vector<ComparedProfile>& before,
                               const std::vector<ComparedProfile>& after) {
  std::vector<ComparedProfile> all = before;
  all.insert(all.end(), after.begin(), after.end());
  auto runs = figures_of(all);
  if (!runs) return tl::unexpected(runs.error());
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
