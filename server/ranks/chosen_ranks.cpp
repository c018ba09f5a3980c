// Puts the captures beside each other by the clock that they have in common.
#include "ranks/chosen_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/quotation.h"

namespace nsys_ai {

Result<std::vector<ChosenCapture>> chosen_captures(const MatchedExperiment& matched,
                                                   const std::vector<std::string>& labels) {
  const Experiment& experiment = matched.experiment;
  for (const std::string& label : labels)
    if (std::none_of(experiment.ranks.begin(), experiment.ranks.end(),
                     [&](const ExperimentRank& of) { return of.label == label; }))
      return fail(ErrorCode::bad_request, fmt::format("There is no rank {} here.", quotation(label)),
                  "Name ranks as the table of `nsys-ai ranks` does.");
  std::vector<ChosenCapture> chosen;
  for (const ExperimentRank& rank : experiment.ranks) {
    if (!labels.empty() && std::find(labels.begin(), labels.end(), rank.label) == labels.end()) continue;
    const Interval span = experiment.captures[rank.capture].record.ranks[rank.of].span;
    const auto known = std::find_if(chosen.begin(), chosen.end(),
                                    [&](const ChosenCapture& of) { return of.capture == rank.capture; });
    if (known == chosen.end()) {
      chosen.push_back({rank.capture, "rank " + rank.label, span});
    } else {
      known->label = experiment.captures[rank.capture].path.stem().string();
      known->span = hull(known->span, span);
    }
  }
  for (const ChosenCapture& of : chosen)
    if (chosen.size() > 1 && matched.clocks[of.capture].source == ClockSource::none)
      return fail(
          ErrorCode::cannot_do,
          fmt::format(
              "{} does not state when it began, and none of its collectives matches: its times have no place among the others'.",
              experiment.captures[of.capture].path.string()),
          "Choose other captures with --rank.");
  if (chosen.empty()) return fail(ErrorCode::cannot_do, "No GPU worked in these captures.");
  return chosen;
}

std::vector<CommonPlace> common_places(const MatchedExperiment& matched,
                                       const std::vector<ChosenCapture>& chosen) {
  constexpr size_t kMostSteps = 2000;
  const Experiment& experiment = matched.experiment;
  const auto clock = [&](const ChosenCapture& of) -> const CaptureClock& {
    return matched.clocks[of.capture];
  };
  const auto place = [&](std::string name, Interval wall) {
    CommonPlace at{std::move(name), {}};
    for (const ChosenCapture& of : chosen)
      at.windows.push_back({clock(of).time_at(wall.start), clock(of).time_at(wall.end)});
    return at;
  };
  Interval run;
  std::map<int64_t, Interval> steps;
  for (const ChosenCapture& of : chosen) {
    run = hull(run, {clock(of).aligned(of.span.start), clock(of).aligned(of.span.end)});
    for (size_t rank = 0; rank < experiment.ranks.size(); ++rank) {
      if (experiment.ranks[rank].capture != of.capture) continue;
      for (const RankStep& step : experiment.record(rank).steps) {
        Interval& wall = steps[step.number + matched.step_offsets[rank]];
        wall = hull(wall, {clock(of).aligned(step.time.start), clock(of).aligned(step.time.end)});
      }
    }
  }
  std::vector<CommonPlace> places = {place("the whole run", run)};
  for (const auto& [number, wall] : steps) {
    if (places.size() > kMostSteps) break;
    places.push_back(place(fmt::format("step {}", number), wall));
  }
  return places;
}

}  // namespace nsys_ai
