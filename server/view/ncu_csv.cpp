// Reads the page `raw` of Nsight Compute: a header, a row of units, and a row a launch.
#include <algorithm>
#include <charconv>
#include <optional>

#include "view/ncu.h"

namespace nsys_ai {
namespace {

// The cells of a row; moves behind it.
std::vector<std::string> next_csv_row(std::string_view& text) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quoted) {
      if (c != '"')
        cells.back() += c;
      else if (at + 1 < text.size() && text[at + 1] == '"')
        cells.back() += text[++at];
      else
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      cells.emplace_back();
    } else if (c == '\n') {
      ++at;
      break;
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  text.remove_prefix(at);
  return cells;
}

std::optional<double> metric_value(std::string cell) {
  std::erase(cell, ',');  // between thousands
  double value = 0;
  const auto read = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (cell.empty() || read.ptr != cell.data() + cell.size()) return std::nullopt;
  return value;
}

}  // namespace

Result<std::vector<NcuLaunch>> read_ncu(std::string_view csv) {
  const auto wrong = [] {
    return fail(ErrorCode::bad_request, "This is no page of Nsight Compute with one row a launch.",
                "Make it by: ncu --import REPORT.ncu-rep --csv --page raw");
  };
  // Lines of the tool itself stand before the header.
  constexpr std::string_view kHeader = "\"ID\",";
  const size_t begin = csv.find(kHeader);
  if (begin == std::string_view::npos) return wrong();
  csv.remove_prefix(begin);
  const std::vector<std::string> names = next_csv_row(csv);
  const auto column = [&](std::string_view name) {
    return static_cast<size_t>(std::ranges::find(names, name) - names.begin());
  };
  const size_t kernel = column("Kernel Name");
  const size_t grid = column("Grid Size");
  const size_t block = column("Block Size");
  const std::vector<std::string> units = next_csv_row(csv);
  if (kernel == names.size() || units.size() != names.size()) return wrong();
  std::vector<NcuLaunch> launches;
  while (!csv.empty()) {
    const std::vector<std::string> cells = next_csv_row(csv);
    if (cells.size() != names.size()) continue;
    NcuLaunch launch;
    launch.kernel = cells[kernel];
    if (grid < names.size()) launch.grid = cells[grid];
    if (block < names.size()) launch.block = cells[block];
    for (size_t i = 0; i < cells.size(); ++i)
      if (names[i].find("__") != std::string::npos)
        if (const auto value = metric_value(cells[i])) launch.metrics.push_back({names[i], units[i], *value});
    launches.push_back(std::move(launch));
  }
  if (launches.empty()) return wrong();
  return launches;
}

}  // namespace nsys_ai
