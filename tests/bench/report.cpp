// Writes figures with as many digits as they have meaning.
#include "tests/bench/report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace nsys_ai::bench {
namespace {

std::string short_number(double value) {
  return value >= 100  ? fmt::format("{:.0f}", value)
         : value >= 10 ? fmt::format("{:.1f}", value)
                       : fmt::format("{:.2f}", value);
}

std::string ratio_text(double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 0.1 ? 4 : 3); }

bool beyond_limit(const Figure& figure) {
  return figure.limit && figure.ratio.value_or(figure.value) > *figure.limit;
}

bool grows(const Figure& figure) {
  return figure.ratio && figure.with_fewer_rows && *figure.ratio > kMaxGrowth * *figure.with_fewer_rows;
}

std::string limit_text(const Figure& figure) {
  std::string text = figure.limit ? fmt::format("{}", *figure.limit) : std::string();
  if (figure.limit && !figure.ratio) text += " " + figure.unit;
  if (figure.with_fewer_rows)
    text +=
        fmt::format("{}{} with fewer rows", text.empty() ? "" : "; ", ratio_text(*figure.with_fewer_rows));
  return beyond_limit(figure) || grows(figure) ? text + " (beyond)" : text;
}

}  // namespace

std::string markdown(const Report& report) {
  std::string text = fmt::format("{:.1f} MB, {}\n\n| What | Figure | Ratio | Limit |\n|---|---:|---:|---:|\n",
                                 static_cast<double>(report.file_bytes) / 1e6, report.rows);
  for (const Figure& figure : report.figures) {
    const std::string ratio =
        figure.ratio ? fmt::format("{} of {}", ratio_text(*figure.ratio), figure.of) : std::string();
    text += fmt::format("| {} | {} {} | {} | {} |\n", figure.name, short_number(figure.value), figure.unit,
                        ratio, limit_text(figure));
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
  for (const Figure& figure : report.figures) {
    const std::string is = figure.ratio ? fmt::format("{} of {}", ratio_text(*figure.ratio), figure.of)
                                        : fmt::format("{} {}", short_number(figure.value), figure.unit);
    if (beyond_limit(figure))
      sentences.push_back(
          fmt::format("{}: {}, where at most {} is allowed.", figure.name, is, *figure.limit));
    if (grows(figure))
      sentences.push_back(fmt::format("{}: {}, where it is {} with fewer rows and may grow by {:.0f} %.",
                                      figure.name, is, ratio_text(*figure.with_fewer_rows),
                                      (kMaxGrowth - 1) * 100));
  }
  return sentences;
}

void compare_with_fewer_rows(Report& report, const std::string& json_of_fewer) {
  const auto fewer = nlohmann::json::parse(json_of_fewer, nullptr, false);
  if (!fewer.is_object() || !fewer.contains("figures"))
    throw std::runtime_error("what was measured with fewer rows is not what --json writes");
  for (Figure& figure : report.figures)
    for (const auto& of : fewer["figures"])
      if (figure.is_steady && of.value("name", "") == figure.name && of.contains("ratio"))
        figure.with_fewer_rows = of["ratio"].get<double>();
}

}  // namespace nsys_ai::bench
