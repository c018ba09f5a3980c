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
};

// Whether a node begins a row: it takes less than the one around it. The root has a row of its own.
bool begins_row(const FlameGraph& graph, uint32_t node) {
  const FlameNode& of = graph.nodes[node];
  return of.parent == FlameNode::kNone || of.parent == 0 ||
         int64_t{graph.nodes[of.parent].total} != int64_t{of.total};
}

struct FlameTableRows {
  std::vector<RowOfFrames> rows;
  size_t all = 0;
};

FlameTableRows largest_flame_rows(const FlameGraph& graph, size_t most) {
  std::vector<uint32_t> heads;
  for (uint32_t i = 0; i < graph.nodes.size(); ++i)
    if (begins_row(graph, i)) heads.push_back(i);
  FlameTableRows chosen;
  chosen.all = heads.size();
  if (most > 0 && heads.size() > most) {
    std::nth_element(heads.begin(), heads.begin() + static_cast<std::ptrdiff_t>(most), heads.end(),
                     [&](uint32_t a, uint32_t b) { return graph.goes_first(a, b); });
    heads.resize(most);
  }
  std::vector<bool> is_shown(graph.nodes.size(), false);
  for (const uint32_t node : heads) is_shown[node] = true;
  std::vector<std::pair<uint32_t, uint32_t>> open = {{0, 0}};  // node and indent
  while (!open.empty()) {
    const auto [head, indent] = open.back();
    open.pop_back();
    RowOfFrames row{{head}, indent};
    std::vector<uint32_t> below;
    for (size_t at = 0; at < row.nodes.size(); ++at)
      for (const uint32_t child : graph.children(row.nodes[at])) {
        if (!begins_row(graph, child))
          row.nodes.push_back(child);
        else if (is_shown[child])
          below.push_back(child);
      }
    for (auto child = below.rbegin(); child != below.rend(); ++child) open.emplace_back(*child, indent + 1);
    chosen.rows.push_back(std::move(row));
  }
  return chosen;
}

}  // namespace

PageTable flame_table(const FlameGraph& graph, size_t most) {
  const bool is_samples = graph.of == FlameOf::samples;
  const int64_t whole = graph.nodes.front().total;
  const auto amount = [&](int64_t of) {
    if (of == 0) return number_cell("-");
    return is_samples ? count_cell(of) : time_cell(of);
  };
  PageTable table;
  table.header = {number_cell("share"), number_cell(is_samples ? "samples" : "GPU time"), number_cell("own"),
                  text_cell("frame")};
  const FlameTableRows chosen = largest_flame_rows(graph, most);
  for (const RowOfFrames& row : chosen.rows) {
    const int64_t total = graph.nodes[row.nodes.front()].total;
    const uint32_t last = row.nodes.back();
    std::string names;
    for (const uint32_t node : row.nodes) names += (names.empty() ? "" : " › ") + frame_label(graph, node);
    Cell name = name_cell(names, target_of_frame(graph, last), kFlameNameWidth);
    name.indent = row.indent;
    table.rows.push_back(
        {share_bar_cell(total, whole), amount(total), amount(graph.nodes[last].own), std::move(name)});
  }
  const auto count = [](size_t of) { return readable_count(static_cast<int64_t>(of)); };
  table.caption = fmt::format(
      "Shares are of {}; own is what ends in the last frame of a row. {}", flame_amount(graph.of, whole),
      chosen.rows.size() == chosen.all
          ? all_shown(chosen.all, "row", "rows")
          : fmt::format("The {} largest of {} rows.", count(chosen.rows.size()), count(chosen.all)));
  return table;
}

}  // namespace nsys_ai
