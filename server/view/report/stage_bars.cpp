// Parts keep the order of the first run that has them, so that a colour is one family in all bars.
#include "view/report/stage_bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text_table.h"
#include "view/pages/page_cells.h"
#include "view/report/report_tables.h"

namespace nsys_ai {
namespace {

constexpr double kBarsLeft = 190;
constexpr double kBarsWidth = 660;
constexpr double kBarHeight = 26;
constexpr double kBarStep = 40;
constexpr double kLegendStep = 20;
constexpr size_t kLegendColumns = 3;
constexpr std::string_view kIdleColour = "#d9d9d9";
// Distinct to people who see few colours, too, with the help of the legend's order.
constexpr std::array<std::string_view, 16> kColours = {"#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee",
                                                       "#aa3377", "#777777", "#994455", "#117733", "#ddaa33", "#004488", "#999933", "#88ccee", "#cc99bb", "#555511", "#225555"};
constexpr std::string_view kNothing = "nothing runs";

std::string xml_text(std::string_view text) {
  std::string escaped;
  for (const char c : one_line(std::string(text))) {
    if (c == '&')
      escaped += "&amp;";
    else if (c == '<')
      escaped += "&lt;";
    else if (c == '>')
      escaped += "&gt;";
    else if (c == '"')
      escaped += "&quot;";
    else
      escaped += c;
  }
  return escaped;
}

std::vector<std::string> all_parts(const std::vector<StageBar>& bars) {
  std::vector<std::string> names;
  bool idle = false;
  for (const StageBar& bar : bars)
    for (const auto& [name, ns] : bar.parts) {
      if (name == kNothing)
        idle = true;
      else if (std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  if (idle) names.emplace_back(kNothing);
  return names;
}

std::string_view colour_of(const std::vector<std::string>& names, std::string_view name) {
  if (name == kNothing) return kIdleColour;
  const auto at = static_cast<size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  return kColours[at % kColours.size()];
}

std::string bar_svg(const StageBar& bar, const std::vector<std::string>& names, double y,
                    double ns_per_pixel) {
  double total = 0;
  for (const auto& [name, ns] : bar.parts) total += ns;
  std::string text = fmt::format(R"(<text x="{}" y="{}" text-anchor="end">{}</text>)", kBarsLeft - 8, y + 17,
                                 xml_text(short_line(bar.name, 26)));
  text += "\n";
  double x = kBarsLeft;
  for (const std::string& name : names)
    for (const auto& [part, ns] : bar.parts) {
      if (part != name) continue;
      const double width = ns / ns_per_pixel;
      text += fmt::format(
          R"(<rect x="{:.2f}" y="{}" width="{:.2f}" height="{}" fill="{}"><title>{}: {} ({})</title></rect>)",
          x, y, width, kBarHeight, colour_of(names, name), xml_text(name),
          readable_ns(static_cast<int64_t>(ns)), readable_share(total > 0 ? ns / total : 0));
      text += "\n";
      x += width;
    }
  return text + fmt::format("<text x=\"{:.2f}\" y=\"{}\">{}</text>\n", x + 6, y + 17,
                            readable_ns(static_cast<int64_t>(total)));
}

}  // namespace

StageBar stage_bar(std::string name, const Answer& answer) {
  StageBar bar{std::move(name), {}};
  std::map<std::string, double> totals;
  std::vector<std::string> order;
  std::set<std::vector<Value>> gpus;
  for (const auto& row : answer.table.rows) {
    gpus.insert({value_in(answer.table, row, "pid"), value_in(answer.table, row, "device")});
    const std::string what = text_in(answer.table, row, "what");
    if (!totals.contains(what)) order.push_back(what);
    totals[what] += static_cast<double>(number_in(answer.table, row, "time_ns"));
  }
  for (const std::string& what : order)
    bar.parts.emplace_back(what, totals[what] / static_cast<double>(gpus.size()));
  std::stable_sort(bar.parts.begin(), bar.parts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return bar;
}

std::string stage_bars_svg(const std::vector<StageBar>& bars) {
  double longest = 0;
  for (const StageBar& bar : bars) {
    double total = 0;
    for (const auto& [name, ns] : bar.parts) total += ns;
    longest = std::max(longest, total);
  }
  if (longest <= 0) return "";
  const std::vector<std::string> names = all_parts(bars);
  const double legend_at = 44 + kBarStep * static_cast<double>(bars.size());
  const size_t lines = (names.size() + kLegendColumns - 1) / kLegendColumns;
  const double height = legend_at + kLegendStep * static_cast<double>(lines) + 12;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 940 {0}\" width=\"940\" height=\"{0}\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n"
      "<title>What the GPUs did, by family of kernels</title>\n<rect width=\"940\" height=\"{0}\" fill=\"#ffffff\"/>\n<g fill=\"#222222\">\n"
      "<text x=\"{1}\" y=\"20\" font-weight=\"bold\">Time of a GPU by what ran, mean over the GPUs of a run</text>\n",
      height, kBarsLeft);
  for (size_t i = 0; i < bars.size(); ++i)
    text += bar_svg(bars[i], names, 34 + kBarStep * static_cast<double>(i), longest / kBarsWidth);
  for (size_t i = 0; i < names.size(); ++i) {
    const double x = kBarsLeft + 220 * static_cast<double>(i % kLegendColumns);
    const double y = legend_at + kLegendStep * static_cast<double>(i / kLegendColumns);
    text += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"12\" fill=\"{}\"/>\n<text x=\"{}\" y=\"{}\">{}</text>\n",
        x, y, colour_of(names, names[i]), x + 18, y + 11, xml_text(names[i]));
  }
  return text + "</g>\n</svg>\n";
}

}  // namespace nsys_ai
