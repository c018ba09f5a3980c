// The timelines of chosen ranks, one below the other, by the clock that their captures have in common.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "ranks/chosen_ranks.h"

namespace nsys_ai {

// Each is a profile in memory.
constexpr size_t kMostStacked = 8;

struct StackedCapture {
  std::filesystem::path path;
  std::string name;
};
struct StackedTimelines {
  std::vector<StackedCapture> captures;
  std::vector<CommonPlace> places;
  std::string clock;  // a sentence on how well their clocks agree
};

// Of the ranks with these labels. Fails where they are in too many captures.
Result<StackedTimelines> stacked_timelines(const MatchedExperiment& matched,
                                           const std::vector<std::string>& labels);
// Of those in the captures at `paths`; labels have commas between them.
Result<StackedTimelines> stacked_timelines_at(const std::vector<std::string>& paths, std::string_view labels,
                                              const ExperimentOptions& options, const Work& work);

// As the page draws them: {clock, sides: [{name, profile}], places: [{name, windows: [{startNs, endNs}]}]},
// with the name under which each profile is served.
std::string stacked_json(const StackedTimelines& stacked, const std::vector<std::string>& served);

}  // namespace nsys_ai
