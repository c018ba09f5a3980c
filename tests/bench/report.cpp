// Writes figures with as many digits as they have meaning.
#include "tests/bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace nsys_ai::bench {
namespace {

std::string short_number(double value) {
  return value >= 100  ? fmt::format("{:.0f}", value)
         : value >= 10 ? fmt::format("{:.1f}", value)
                       : fmt::format("{:.2f}", value);
}

std::string ratio_text(double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 0.1 ? 4 : 3); }

bool beyond(const Figure& figure) { return figure.ratio && figure.limit && *figure.ratio > *figure.limit; }

}  // namespace

std::string markdown(const Report& report) {
  std::string text = fmt::format("{:.1f} MB, {}\n\n| What | Figure | Ratio | Limit |\n|---|---:|---:|---:|\n",
                                 static_cast<double>(report.file_bytes) / 1e6, report.rows);
  for (const Figure& figure : report.figures) {
    const std::string ratio =
        figure.ratio ? fmt::format("{} of {}", ratio_text(*figure.ratio), figure.of) : std::string();
    const std::string limit =
        figure.limit ? fmt::format("{}{}", *figure.limit, beyond(figure) ? " (beyond)" : "") : std::string();
    text += fmt::format("| {} | {} {} | {} | {} |\n", figure.name, short_number(figure.value), figure.unit,
                        ratio, limit);
  }
  for (const std::string& note : report.notes) text += "\n" + note + "\n";
  return text;
}

std::string json(const Report& report) {
  nlohmann::ordered_json out{{"profile", report.profile}, {"file_bytes", report.file_bytes}};
  out["figures"] = nlohmann::ordered_json::array();
  for (const Figure& figure : report.figures) {
    nlohmann::ordered_json one{{"name", figure.name}, {"value", figure.value}, {"unit", figure.unit}};
    if (figure.ratio) one.update({{"ratio", *figure.ratio}, {"of", figure.of}});
    if (figure.limit) one["limit"] = *figure.limit;
    out["figures"].push_back(std::move(one));
  }
  out["notes"] = report.notes;
  out["fallen"] = fallen(report);
  return out.dump(2) + "\n";
}

std::vector<std::string> fallen(const Report& report) {
  std::vector<std::string> sentences = report.wrong;
  for (const Figure& figure : report.figures)
    if (beyond(figure))
      sentences.push_back(fmt::format("{}: {} of {}, where at most {} is allowed.", figure.name,
                                      ratio_text(*figure.ratio), figure.of, *figure.limit));
  return sentences;
}

}  // namespace nsys_ai::bench
