// Groups the frames into rows, and chooses the largest.
#include "view/flame/flame_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "view/counted.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

// Names of many frames are shortened in their middle.
constexpr uint32_t kFlameNameWidth = 96;

struct RowOfFrames {
  std::vector<uint32_t> nodes;  // the outermost first
  uint32_t indent = 0;
  int64_t total = 0;
};

// In the order of `shown`.
std::vector<RowOfFrames> rows_of_frames(const FlameView& view) {
  const FlameGraph& graph = view.graph;
  std::vector<RowOfFrames> rows;
  std::vector<uint32_t> row_of(graph.nodes.size(), 0);
  for (const uint32_t node : view.shown) {
    const FlameNode& of = graph.nodes[node];
    const bool is_first = of.parent == FlameNode::kNone;
    // The root keeps a row of its own.
    if (!is_first && of.parent != 0 && int64_t{graph.nodes[of.parent].total} == int64_t{of.total}) {
      row_of[node] = row_of[of.parent];
      rows[row_of[node]].nodes.push_back(node);
      continue;
    }
    row_of[node] = static_cast<uint32_t>(rows.size());
    rows.push_back({{node}, is_first ? 0 : rows[row_of[of.parent]].indent + 1, of.total});
  }
  return rows;
}

std::vector<bool> largest_rows(const std::vector<RowOfFrames>& rows, size_t most) {
  std::vector<size_t> order(rows.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return rows[a].total > rows[b].total; });
  if (most > 0 && order.size() > most) order.resize(most);
  std::vector<bool> is_shown(rows.size(), false);
  for (const size_t at : order) is_shown[at] = true;
  return is_shown;
}

}  // namespace

PageTable flame_table(const FlameView& view, size_t most) {
  const FlameGraph& graph = view.graph;
  const bool is_samples = graph.of == FlameOf::samples;
  const int64_t whole = graph.nodes.front().total;
  PageTable table;
  table.header = {number_cell("share"), number_cell(is_samples ? "samples" : "GPU time"), number_cell("own"),
                  text_cell("frame")};
  const std::vector<RowOfFrames> rows = rows_of_frames(view);
  const std::vector<bool> is_shown = largest_rows(rows, most);
  size_t shown = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!is_shown[i]) continue;
    ++shown;
    std::string names;
    for (const uint32_t node : rows[i].nodes)
      names += (names.empty() ? "" : " › ") + frame_label(graph, node);
    const uint32_t last = rows[i].nodes.back();
    Cell name = name_cell(names, target_of_frame(graph, last), kFlameNameWidth);
    name.indent = rows[i].indent;
    const int64_t own = graph.nodes[last].own;
    Cell own_cell = is_samples ? count_cell(own) : time_cell(own);
    if (own == 0) own_cell = number_cell("-");
    table.rows.push_back({share_bar_cell(rows[i].total, whole),
                          is_samples ? count_cell(rows[i].total) : time_cell(rows[i].total),
                          std::move(own_cell), std::move(name)});
  }
  table.caption = fmt::format("Shares are of {}; own is what ends in the last frame of a row. ",
                              flame_amount(graph.of, whole));
  table.caption += shown == rows.size() ? all_shown(rows.size(), "row", "rows")
                                        : fmt::format("The {} largest of {} rows.",
                                                      readable_count(static_cast<int64_t>(shown)),
                                                      readable_count(static_cast<int64_t>(rows.size())));
  return table;
}

}  // namespace nsys_ai
