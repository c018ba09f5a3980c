// Finds the other side, compares, and adds what leads on: the timelines, the tree, and the sides exchanged.
#include "features/documents/compare_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/context.h"
#include "base/quantity.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "compare/aligned_units.h"
#include "features/workspace/baselines.h"
#include "features/workspace/compare_sides.h"
#include "features/workspace/diff_page.h"
#include "view/pages/page_cells.h"
#include "view/pages/tree_changes_page.h"

namespace nsys_ai {
namespace {

constexpr size_t kPartsInView = 30;
constexpr int64_t kRangesInView = 10;

Cell link_cell(std::string text, ViewLink view) {
  Cell cell = text_cell(std::move(text));
  cell.view = std::move(view);
  return cell;
}

std::string file_name(const Profile& profile) { return one_line(profile.info().path.filename().string()); }

std::vector<int64_t> gpus_of(const ViewParams& params) {
  const auto gpu = parse_integer(param_of(params, "gpu"));
  return gpu ? std::vector{*gpu} : std::vector<int64_t>();
}

Form side_form(const ViewParams& params) {
  return {{"compare", with_param(with_param(params, "against", ""), "gpu", "")},
          {{"against", "Against", param_of(params, "against"),
            "The base: the path of a profile, or the name of a baseline", ""},
           {"gpu", "GPU", param_of(params, "gpu"), "As CUDA numbers it, on both sides", "all"}},
          "Compare"};
}

// What the profile can be compared with.
Page sides_page(const ProfilePtr& profile, const ViewParams& params, const OtherProfiles& others) {
  Page page;
  page.title = "Compare";
  Links links;
  for (const OpenProfile& open : others.all ? others.all() : std::vector<OpenProfile>()) {
    if (open.profile == profile) continue;
    links.cells.push_back(
        link_cell(file_name(*open.profile),
                  {"compare", with_param(params, "against", open.profile->info().path.string())}));
  }
  for (const std::string& name : baseline_names(others.folders))
    links.cells.push_back(
        link_cell("baseline " + name, {"compare", with_param(params, "against", name)}));
  page.blocks.emplace_back(Paragraph{
      links.cells.empty()
          ? "Compare this profile with another capture of the program, the base. Name its file, or keep a baseline by "
            "`nsys-ai baseline set NAME PROFILE...`."
          : "Compare this profile with one of these as the base, or with another file."});
  if (!links.cells.empty()) page.blocks.emplace_back(std::move(links));
  page.blocks.emplace_back(side_form(params));
  return page;
}

struct OtherSide {
  CompareSide side;
  std::optional<OpenProfile> open;  // none for a baseline
};

Result<OtherSide> other_side(const std::string& name, const OtherProfiles& others, const Work& work) {
  if (name.find('/') == std::string::npos && has_baseline(others.folders, name)) {
    auto side = side_of_baseline(others.folders, name);
    if (!side) return tl::unexpected(side.error());
    return OtherSide{std::move(*side), std::nullopt};
  }
  auto open = others.find(name, work);
  if (!open) return tl::unexpected(open.error());
  return OtherSide{{{ComparedProfile{open->profile}}}, std::move(*open)};
}

Links links_of(const ViewParams& params, const OtherSide& other, bool is_base) {
  Links links;
  if (other.open) {
    links.cells.push_back(link_cell("Both timelines", {"timelines", params}));
    if (!is_base) links.cells.push_back(link_cell("Tree with changes", {"tree", params}));
  }
  links.cells.push_back(
      link_cell("Exchange the sides", {"compare", with_param(params, "as", is_base ? "" : "base")}));
  links.cells.push_back(link_cell("Compare with another", {"compare"}));
  return links;
}

// The paths of ranges that changed most, of the whole captures.
Result<void> add_ranges(const Profile& before, const Profile& after, TreeChangesOptions options, Page& page) {
  options.limit = kRangesInView;
  const auto tree = tree_changes_page(before, after, options);
  if (!tree) return tl::unexpected(tree.error());
  for (const Block& block : tree->blocks) {
    if (!std::holds_alternative<PageTable>(block)) continue;
    page.blocks.emplace_back(Heading{"NVTX ranges"});
    page.blocks.push_back(block);
  }
  return {};
}

}  // namespace

Result<Page> compare_view(const ProfilePtr& profile, const ViewParams& params, const OtherProfiles& others,
                          const Work& work) {
  const std::string against = param_of(params, "against");
  if (against.empty() || !others.find) return sides_page(profile, params, others);
  auto other = other_side(against, others, work);
  if (!other) return tl::unexpected(other.error());
  const bool is_base = param_of(params, "as") == "base";
  CompareSide own{{ComparedProfile{profile}}};
  for (CompareSide* side : {&own, &other->side})
    for (ComparedProfile& of : side->captures) of.scope.gpus = gpus_of(params);
  const std::optional<std::string> of_other =
      other->open ? std::optional(targets_of(other->open->handle)) : std::nullopt;
  const Links links = links_of(params, *other, is_base);
  const ProfilePtr base = is_base ? profile : other->open ? other->open->profile : nullptr;
  const ProfilePtr changed = !is_base ? profile : other->open ? other->open->profile : nullptr;
  if (is_base) std::swap(own, other->side);
  const auto figures = figures_of_sides(std::move(other->side), std::move(own));
  if (!figures) return tl::unexpected(figures.error());
  const nsys::Comparison comparison = compare_runs(figures->before, figures->after);
  const DiffTargets targets = is_base ? DiffTargets{"", of_other} : DiffTargets{of_other, ""};
  Page page = diff_page(comparison, kPartsInView, targets);
  page.title = fmt::format("{} against {}", one_line(comparison.after.files.front()),
                           one_line(comparison.before.files.front()));
  page.blocks.insert(page.blocks.begin(), links);
  if (!base || !changed) return page;
  // Targets of the changed profile are the page's own.
  TreeChangesOptions ranges;
  ranges.gpus = gpus_of(params);
  if (!is_base) ranges.base_targets = of_other;
  if (auto added = add_ranges(*base, *changed, ranges, page); !added) return tl::unexpected(added.error());
  return page;
}

Result<Page> tree_against(const ProfilePtr& profile, const ViewParams& params, const OtherProfiles& others,
                          const Work& work) {
  if (!others.find) return fail(ErrorCode::bad_request, "There is no other profile to compare with.");
  const auto open = others.find(param_of(params, "against"), work);
  if (!open) return tl::unexpected(open.error());
  auto page = tree_changes_page(*open->profile, *profile,
                                {param_of(params, "filter"), 0, 200, gpus_of(params), targets_of(open->handle)});
  if (!page) return page;
  page->blocks.insert(page->blocks.begin(),
                      Form{{"tree", with_param(params, "filter", "")},
                           {{"filter", "Filter", param_of(params, "filter"), "", "a part of a label"}}});
  page->blocks.insert(page->blocks.begin(),
                      Links{{link_cell("Comparison", {"compare", with_param(params, "filter", "")}),
                             link_cell("Tree of this profile alone", {"tree"})}});
  return page;
}

nsys::AlignedTimesResult aligned_times(const ProfilePtr& before, const ProfilePtr& after) {
  const AlignedUnits aligned = aligned_units(*before, *after);
  nsys::AlignedTimesResult result{one_line(aligned.unit), {}};
  for (const AlignedUnit& of : aligned.units)
    result.places.push_back({of.name,
                             {of.before.start, of.before.end},
                             {of.after.start, of.after.end}});
  return result;
}

}  // namespace nsys_ai
