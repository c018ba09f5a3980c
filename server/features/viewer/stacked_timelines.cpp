// Reads the records of all captures, since clocks are known from all of them, and chooses.
#include "features/viewer/stacked_timelines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/context.h"
#include "base/text_table.h"
#include "protocol/json.h"
#include "ranks/rank_report.h"

namespace nsys_ai {
namespace {

std::vector<std::string> labels_in(std::string_view text) {
  std::vector<std::string> labels;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    std::string_view label = text.substr(0, comma);
    while (label.starts_with(' ')) label.remove_prefix(1);
    while (label.ends_with(' ')) label.remove_suffix(1);
    if (!label.empty()) labels.emplace_back(label);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return labels;
}

std::string clock_words(const MatchedExperiment& matched, const std::vector<ChosenCapture>& chosen) {
  if (chosen.size() < 2) return "One capture";
  int64_t residual = 0;
  for (const ChosenCapture& of : chosen) {
    const CaptureClock& clock = matched.clocks[of.capture];
    if (clock.source != ClockSource::collectives)
      return "By the wall clocks of their hosts, which may be off";
    residual = std::max(residual, clock.residual);
  }
  return fmt::format("By the ends of their collectives, within {}", readable_ns(residual));
}

Json window_json(Interval window) {
  Json json;
  json.set("startNs", std::to_string(window.start));
  json.set("endNs", std::to_string(window.end));
  return json;
}

}  // namespace

Result<StackedTimelines> stacked_timelines(const MatchedExperiment& matched,
                                           const std::vector<std::string>& labels) {
  const auto chosen = chosen_captures(matched, labels);
  if (!chosen) return tl::unexpected(chosen.error());
  if (chosen->size() > kMostStacked)
    return fail(
        ErrorCode::bad_request,
        fmt::format("{} captures are too many for one page, which has {} at most: each is kept in memory.",
                    chosen->size(), kMostStacked),
        "Name fewer ranks, such as 0,3.");
  StackedTimelines stacked;
  for (const ChosenCapture& of : *chosen) {
    const auto& path = matched.experiment.captures[of.capture].path;
    const std::string file = path.filename().string();
    stacked.captures.push_back({path, one_line(of.label == path.stem() ? file : of.label + ": " + file)});
  }
  stacked.places = common_places(matched, *chosen);
  stacked.clock = clock_words(matched, *chosen);
  return stacked;
}

Result<StackedTimelines> stacked_timelines_at(const std::vector<std::string>& paths, std::string_view labels,
                                              const ExperimentOptions& options, const Work& work) {
  const auto experiment = experiment_at(paths, options, work);
  if (!experiment) return tl::unexpected(experiment.error());
  return cancellable(work, [&]() -> Result<StackedTimelines> {
    return stacked_timelines(matched_experiment(*experiment), labels_in(labels));
  });
}

std::string stacked_json(const StackedTimelines& stacked, const std::vector<std::string>& served) {
  Json sides = Json::array();
  for (size_t i = 0; i < stacked.captures.size(); ++i) {
    Json side;
    side.set("name", stacked.captures[i].name);
    side.set("profile", served[i]);
    sides.push(std::move(side));
  }
  Json places = Json::array();
  for (const CommonPlace& of : stacked.places) {
    Json windows = Json::array();
    for (const Interval& window : of.windows) windows.push(window_json(window));
    Json place;
    place.set("name", of.name);
    place.set("windows", std::move(windows));
    places.push(std::move(place));
  }
  Json json;
  json.set("clock", stacked.clock);
  json.set("sides", std::move(sides));
  json.set("places", std::move(places));
  return json.compact();
}

}  // namespace nsys_ai
