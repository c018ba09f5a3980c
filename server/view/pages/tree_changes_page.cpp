// Captures hold different numbers of steps, so that times are compared a range, never in all.
#include "view/pages/tree_changes_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_tree.h"
#include "base/context.h"
#include "view/pages/page_cells.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNoLabel = UINT32_MAX;

// All ranges of one path in one capture.
struct PathTotals {
  int64_t ranges = 0;
  int64_t kernel_time = 0;
  int64_t host = 0;
  uint32_t label = kNoLabel;  // in the capture's NvtxLabels

  int64_t time(bool by_gpu) const { return by_gpu ? kernel_time : host; }
  double a_range(bool by_gpu) const {
    return ranges > 0 ? static_cast<double>(time(by_gpu)) / static_cast<double>(ranges) : 0;
  }
};

struct ComparedPath {
  std::string label;
  size_t parent = 0;
  uint32_t depth = 0;
  PathTotals before, after;
  std::vector<size_t> children = {};

  // What the change makes in all of the capture.
  double effect(bool by_gpu) const {
    if (before.ranges == 0 || after.ranges == 0)
      return static_cast<double>(after.time(by_gpu) - before.time(by_gpu));
    return (after.a_range(by_gpu) - before.a_range(by_gpu)) * static_cast<double>(after.ranges);
  }
};

// The paths of both captures; parents before children, the first being the root.
class ComparedPaths {
 public:
  ComparedPaths() { paths_.emplace_back(); }

  void add(const Profile& profile, const NvtxTree& tree, PathTotals ComparedPath::*side) {
    const NvtxPaths& paths = profile.derived(build_nvtx_paths);
    const NvtxLabels& labels = profile.derived(build_nvtx_labels);
    std::vector<size_t> path_of(tree.nodes.size(), 0);
    ThrottledCheck check;
    for (size_t node = 0; node < tree.nodes.size(); ++node) {
      check();
      const NvtxNode& at = tree.nodes[node];
      if (at.depth == 0) continue;
      const uint32_t label = paths.label[at.path];
      path_of[node] = child(path_of[at.parent], labels.labels[label].label);
      PathTotals& totals = paths_[path_of[node]].*side;
      totals.ranges += at.instances;
      totals.kernel_time += int64_t{at.kernel_time};
      totals.host += int64_t{at.host};
      totals.label = label;
    }
  }

  std::vector<ComparedPath>& all() { return paths_; }

 private:
  size_t child(size_t parent, const std::string& label) {
    const auto [at, is_new] = numbers_.try_emplace({parent, label}, paths_.size());
    if (is_new) {
      paths_.push_back({label, parent, paths_[parent].depth + 1, {}, {}});
      paths_[parent].children.push_back(at->second);
    }
    return at->second;
  }

  std::vector<ComparedPath> paths_;
  std::map<std::pair<size_t, std::string>, size_t> numbers_;
};

// The paths to show: those that changed most, and those around them.
std::vector<bool> shown_paths(const std::vector<ComparedPath>& paths, const TreeChangesOptions& options,
                              bool by_gpu) {
  std::vector<bool> fits(paths.size(), options.filter.empty());
  std::vector<size_t> ranked;
  for (size_t i = 1; i < paths.size(); ++i) {
    fits[i] = fits[paths[i].parent] || paths[i].label.find(options.filter) != std::string::npos;
    if (fits[i] && (options.depth == 0 || paths[i].depth <= options.depth)) ranked.push_back(i);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [&](size_t a, size_t b) {
    return std::fabs(paths[a].effect(by_gpu)) > std::fabs(paths[b].effect(by_gpu));
  });
  if (options.limit > 0 && ranked.size() > static_cast<size_t>(options.limit))
    ranked.resize(static_cast<size_t>(options.limit));
  std::vector<bool> shown(paths.size(), false);
  for (size_t path : ranked)
    for (; path != 0 && !shown[path]; path = paths[path].parent) shown[path] = true;
  return shown;
}

class ChangeRows {
 public:
  ChangeRows(const std::vector<ComparedPath>& paths, const TreeChangesOptions& options, bool by_gpu)
      : paths_(paths), options_(options), by_gpu_(by_gpu), shown_(shown_paths(paths, options, by_gpu)) {}

  std::vector<std::vector<Cell>> rows() {
    add_children(0);
    return std::move(rows_);
  }
  int64_t hidden() const {
    return static_cast<int64_t>(paths_.size()) - 1 - std::count(shown_.begin(), shown_.end(), true);
  }

 private:
  // The nesting of a capture is bounded, so that recursion is.
  void add_children(size_t path) {
    std::vector<size_t> children = paths_[path].children;
    std::stable_sort(children.begin(), children.end(), [&](size_t a, size_t b) {
      return std::fabs(paths_[a].effect(by_gpu_)) > std::fabs(paths_[b].effect(by_gpu_));
    });
    for (const size_t child : children) {
      if (!shown_[child]) continue;
      rows_.push_back(row_of(paths_[child]));
      add_children(child);
    }
  }

  Cell label_of(const ComparedPath& path) const {
    Cell cell = name_cell(path.label.empty() ? "(no text)" : path.label);
    cell.indent = path.depth - 1;
    if (options_.base_targets && path.after.label != kNoLabel)
      cell.target = target_of_label(path.after.label);
    else if (options_.base_targets && path.before.label != kNoLabel)
      cell.target = *options_.base_targets + target_of_label(path.before.label);
    return cell;
  }

  Cell time_of(const PathTotals& of) const {
    return of.ranges > 0 ? time_cell(std::llround(of.a_range(by_gpu_))) : number_cell("-");
  }

  Cell change_of(const ComparedPath& path) const {
    if (path.before.ranges == 0) return number_cell("added");
    if (path.after.ranges == 0) return number_cell("removed");
    const int64_t change = std::llround(path.after.a_range(by_gpu_)) -
                           std::llround(path.before.a_range(by_gpu_));
    return number_cell(fmt::format("{}{}", change > 0 ? "+" : change < 0 ? "-" : "",
                                   readable_ns(std::abs(change))));
  }

  Cell share_of(const ComparedPath& path) const {
    const double before = path.before.a_range(by_gpu_);
    if (path.before.ranges == 0 || path.after.ranges == 0 || before == 0) return number_cell("-");
    return number_cell(fmt::format("{:+.1f} %", 100 * (path.after.a_range(by_gpu_) / before - 1)));
  }

  std::vector<Cell> row_of(const ComparedPath& path) const {
    return {label_of(path),       count_cell(path.before.ranges), count_cell(path.after.ranges),
            time_of(path.before), time_of(path.after),            change_of(path),
            share_of(path)};
  }

  const std::vector<ComparedPath>& paths_;
  const TreeChangesOptions& options_;
  bool by_gpu_;
  std::vector<bool> shown_;
  std::vector<std::vector<Cell>> rows_;
};

Result<NvtxTree> tree_of(const Profile& profile, const TreeChangesOptions& options) {
  ScopeRequest request;
  request.gpus = options.gpus;
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  return nvtx_tree(profile, *scope);
}

std::string caption_of(bool by_gpu, int64_t hidden) {
  std::string caption = by_gpu ? "Mean GPU time of a range: that of kernels launched inside, at any depth"
                               : "Mean time of a range on the host, since no range launched a kernel";
  caption += "; over all threads. Captures may hold different numbers of steps, so that totals are not compared. Of ranges at the "
      "edges of a capture some kernels may be missing.";
  if (hidden > 0)
    caption += fmt::format(" {} more changed less or are filtered out.", counted(hidden, "path", "paths"));
  return caption;
}

}  // namespace

Result<Page> tree_changes_page(const Profile& base, const Profile& profile,
                               const TreeChangesOptions& options) {
  ComparedPaths compared;
  for (const auto& [of, side] :
       {std::pair(&base, &ComparedPath::before), std::pair(&profile, &ComparedPath::after)}) {
    const auto tree = tree_of(*of, options);
    if (!tree) return tl::unexpected(tree.error());
    compared.add(*of, *tree, side);
  }
  const std::vector<ComparedPath>& paths = compared.all();
  Page page;
  page.title = "NVTX tree, compared";
  if (paths.size() == 1) {
    page.blocks.emplace_back(Paragraph{"Neither capture has an NVTX range."});
    return page;
  }
  const bool by_gpu = std::any_of(paths.begin(), paths.end(), [](const ComparedPath& path) {
    return path.before.kernel_time > 0 || path.after.kernel_time > 0;
  });
  ChangeRows rows(paths, options, by_gpu);
  const std::string time = by_gpu ? "GPU time a range" : "host time a range";
  PageTable table{{text_cell("NVTX range"), number_cell("ranges before"), number_cell("after"),
                   number_cell(time + " before"), number_cell("after"), number_cell("change"),
                   number_cell("of it")},
                  rows.rows(),
                  caption_of(by_gpu, rows.hidden())};
  if (table.rows.empty())
    page.blocks.emplace_back(Paragraph{"No range has such a label."});
  else
    page.blocks.emplace_back(std::move(table));
  return page;
}

}  // namespace nsys_ai
