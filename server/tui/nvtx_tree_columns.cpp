// Cells by title and width.
#include "tui/nvtx_tree_columns.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

std::string mean_words(double ns) { return readable_ns(static_cast<int64_t>(std::llround(ns))); }
std::string change_words(const PerCall& of) {
  constexpr double kPercent = 100;
  if (!of.before) return "new";
  const auto change = of.change();
  if (!change) return of.now > 0 ? "from 0" : "";
  const std::string words = fmt::format("{:+.1f} %", *change * kPercent);
  return words == "-0.0 %" || words == "+0.0 %" ? "0.0 %" : words;
}

std::string host_cell(const TreeCell& of) {
  return of.line.kind == OutlineLine::kernel ? "" : readable_ns(of.line.host);
}
std::string calls_cell(const TreeCell& of) {
  return readable_count(of.line.kind == OutlineLine::kernel ? of.line.kernels : of.line.instances);
}
std::string share_cell(const TreeCell& of) {
  const OutlineLine& line = of.line;
  return line.of_all ? readable_share(*line.of_all) : line.of_parent ? readable_share(*line.of_parent) : "";
}
std::string gpu_cell(const TreeCell& of) { return readable_ns(of.line.kernel_time); }
std::string kernels_cell(const TreeCell& of) { return readable_count(of.line.kernels); }
std::string over_time_cell(const TreeCell& of) { return sparkline(of.line.over_time, of.glyphs); }
std::string per_call_cell(const TreeCell& of) { return of.per_call ? mean_words(of.per_call->now) : ""; }
std::string change_cell(const TreeCell& of) { return of.per_call ? change_words(*of.per_call) : ""; }

}  // namespace

std::vector<TreeColumn> tree_columns(bool by_gpu, bool against, size_t width) {
  std::vector<TreeColumn> all;
  if (by_gpu)
    all = {{"GPU time", 10, 0, gpu_cell}, {"share", 8, against ? size_t{90} : size_t{48}, share_cell}};
  if (!by_gpu)
    all = {{"host", 10, 0, host_cell}, {"of parent", 10, against ? size_t{90} : size_t{56}, share_cell}};
  all.push_back({"calls", 9, 60, calls_cell});
  if (against) all.push_back({"per call", 10, 72, per_call_cell});
  if (against) all.push_back({"vs base", 9, 0, change_cell});
  if (by_gpu) all.push_back({"kernels", 10, 110, kernels_cell});
  if (by_gpu) all.push_back({"host", 10, against ? size_t{120} : size_t{90}, host_cell});
  all.push_back({"over time", kTreeScreenParts + 1, against ? size_t{140} : size_t{100}, over_time_cell});
  std::erase_if(all, [&](const TreeColumn& column) { return column.least > width; });
  return all;
}

size_t columns_width(const std::vector<TreeColumn>& columns) {
  size_t width = 0;
  for (const TreeColumn& column : columns) width += column.width + 1;
  return width;
}

std::string words_of_per_call(const PerCall& of) {
  if (!of.before) return fmt::format("per call {}; there is none in the base", mean_words(of.now));
  const std::string change = change_words(of);
  return fmt::format("per call {}, in the base {}{}{}", mean_words(of.now), mean_words(*of.before),
                     change.empty() ? "" : ": ", change);
}

}  // namespace nsys_ai
