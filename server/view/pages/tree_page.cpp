// Identifies a row by its node in the capture's tree, which is valid as long as the profile is open.
#include "view/pages/tree_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/nvtx/nvtx_tree.h"
#include "base/quantity.h"
#include "base/quotation.h"
#include "view/nvtx_outline.h"
#include "view/pages/page_cells.h"
#include "view/sparkline.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kTreeRows = 100;    // children of one node on a page
constexpr size_t kOpenThreads = 16;  // threads whose outermost ranges are shown
constexpr size_t kTreeParts = 24;
constexpr int64_t kFilteredRanges = 500;

// The common inputs of all rows of a tree.
struct TreeRows {
  const Profile& profile;
  const NvtxTree& tree;
  int64_t kernel_time = 0;  // of all kernels
  std::vector<std::vector<Cell>> rows = {};
};

Cell tree_share(int64_t part, int64_t whole) {
  return whole > 0 ? share_bar_cell(part, whole) : number_cell("-");
}

Cell tree_label(const TreeRows& of, uint32_t node) {
  const NvtxNode& at = of.tree.nodes[node];
  Cell cell;
  if (at.depth == 0) {
    cell = text_cell(thread_label(of.profile, at.thread));
  } else {
    const uint32_t label = of.profile.derived(build_nvtx_paths).label[at.path];
    const std::string& text = of.profile.derived(build_nvtx_labels).labels[label].label;
    cell = name_cell(text.empty() ? "(no text)" : text, target_of_label(label));
  }
  cell.indent = at.depth;
  if (!of.tree.children(node).empty()) cell.children = ViewLink{"tree", {{"node", std::to_string(node)}}};
  return cell;
}

void add_tree_rows(TreeRows& to, std::span<const uint32_t> nodes) {
  const auto counts = instances_over_time(to.profile, Scope::whole(to.profile), to.tree, nodes, kTreeParts);
  for (size_t i = 0; i < nodes.size(); ++i) {
    const NvtxNode& at = to.tree.nodes[nodes[i]];
    const bool thread = at.depth == 0;
    const int64_t around = thread ? 0 : int64_t{to.tree.nodes[at.parent].kernel_time};
    to.rows.push_back({tree_label(to, nodes[i]), time_cell(at.kernel_time),
                       tree_share(at.kernel_time, to.kernel_time), tree_share(at.kernel_time, around),
                       count_cell(at.instances), time_cell(at.host), time_cell(at.busy),
                       text_cell(thread ? "" : sparkline(counts[i], Glyphs::unicode))});
  }
}

void add_children(TreeRows& to, uint32_t node, size_t offset) {
  const auto children = to.tree.children(node);
  const size_t from = std::min(offset, children.size());
  const auto shown = children.subspan(from, std::min(kTreeRows, children.size() - from));
  add_tree_rows(to, shown);
  const size_t rest = children.size() - from - shown.size();
  if (rest == 0) return;
  Cell more = text_cell(fmt::format("… {} more", readable_count(int64_t(rest))));
  more.indent = to.tree.nodes[node].depth + 1;
  more.children =
      ViewLink{"tree", {{"node", std::to_string(node)}, {"offset", std::to_string(from + shown.size())}}};
  to.rows.push_back({std::move(more)});
}

std::vector<Cell> tree_header() {
  return {text_cell("NVTX range"), number_cell("GPU time"), number_cell("of all"),   number_cell("of parent"),
          number_cell("ranges"),   number_cell("host"),     number_cell("GPU busy"), text_cell("over time")};
}

std::string tree_caption(const NvtxTree& tree, int64_t kernel_time) {
  return fmt::format(
      "GPU time is that of kernels launched inside a range, at any depth, summed over runs and GPUs; of all: of {}. "
      "GPU busy is the union of kernels, copies and memsets launched inside, per GPU. "
      "Over time: how many of the ranges are there in each of {} parts of {} to {}.",
      readable_ns(kernel_time), kTreeParts, readable_clock(tree.span.start), readable_clock(tree.span.end));
}

Result<size_t> asked_index(const std::string& text, size_t most, std::string_view what) {
  const auto number = parse_integer(text);
  if (!number || *number < 0 || static_cast<size_t>(*number) >= most)
    return fail(ErrorCode::bad_request, fmt::format("\"{}\" is no {}.", quotation(text), what));
  return static_cast<size_t>(*number);
}

// Matching ranges with their ancestors, all expanded.
Result<std::vector<std::vector<Cell>>> found_rows(const Profile& profile, const std::string& filter,
                                                  const Work& work) {
  const auto outline = nvtx_outline(profile, {}, {0, 0, filter, kFilteredRanges, false, kTreeParts}, work);
  if (!outline) return tl::unexpected(outline.error());
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::vector<std::vector<Cell>> rows;
  for (const OutlineLine& line : outline->lines) {
    Cell label = name_cell(line.label.empty() ? "(no text)" : line.label);
    label.indent = line.depth;
    if (line.kind == OutlineLine::more) {
      label.text = fmt::format("… {} more", readable_count(line.hidden));
      rows.push_back({std::move(label)});
      continue;
    }
    if (line.kind == OutlineLine::range)
      if (const auto found = labels.by_label.find(line.label); found != labels.by_label.end())
        label.target = target_of_label(found->second);
    const auto share = [](const std::optional<double>& of) {
      return of ? Cell{readable_share(*of), "", *of, true} : number_cell("-");
    };
    rows.push_back({std::move(label), time_cell(line.kernel_time), share(line.of_all), share(line.of_parent),
                    count_cell(line.instances), time_cell(line.host), time_cell(line.busy),
                    text_cell(sparkline(line.over_time, Glyphs::unicode))});
  }
  return rows;
}

}  // namespace

Result<Page> tree_page(const Profile& profile, const ViewParams& params, const Work& work) {
  const NvtxTree& tree = profile.derived(build_nvtx_tree);
  TreeRows made{profile, tree, profile.derived(build_kernel_stats).total};
  Page page;
  page.title = "NVTX tree";
  const std::string filter = param_of(params, "filter");
  const std::string node = param_of(params, "node");
  if (!node.empty()) {
    const auto at = asked_index(node, tree.nodes.size(), "range of the tree");
    if (!at) return tl::unexpected(at.error());
    const std::string offset = param_of(params, "offset");
    const auto from = asked_index(offset.empty() ? "0" : offset, tree.nodes.size(), "number of rows");
    if (!from) return tl::unexpected(from.error());
    add_children(made, static_cast<uint32_t>(*at), *from);
  } else {
    page.blocks.emplace_back(
        Form{{"tree"}, {{"filter", "Filter", filter, "", "a part of a label; * for whatever lies between"}}});
    if (!filter.empty()) {
      auto rows = found_rows(profile, filter, work);
      if (!rows) return tl::unexpected(rows.error());
      made.rows = std::move(*rows);
    } else {
      for (const uint32_t thread : tree.threads) {
        add_tree_rows(made, {&thread, 1});
        if (tree.threads.size() <= kOpenThreads) add_children(made, thread, 0);
      }
    }
  }
  if (made.rows.empty()) {
    page.blocks.emplace_back(
        Paragraph{filter.empty() ? "No NVTX range was recorded." : "No range has such a label."});
    return page;
  }
  page.blocks.emplace_back(
      PageTable{tree_header(), std::move(made.rows), tree_caption(tree, made.kernel_time)});
  return page;
}

}  // namespace nsys_ai
