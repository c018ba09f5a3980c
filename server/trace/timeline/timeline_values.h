// The counters of a timeline: what they are worth in each pixel of a window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/scope.h"
#include "trace/timeline/counter_sums.h"
#include "trace/timeline/levels.h"
#include "trace/timeline/timeline_rows.h"

namespace nsys_ai::perfetto {

// Which metric of which GPU, by Nsight's number, in which group of the timeline.
struct MetricPlace {
  int64_t gpu = 0;
  std::string_view name;
  size_t group = 0;
  size_t rank = 0;  // in its group
};

struct ValueRow {
  RowId id;
  DeviceIx device;                                 // of a counter
  CounterKind counter{};                           // likewise
  std::optional<MetricPlace> metric;               // else it is this
  std::vector<std::pair<int64_t, double>> values;  // from when it is what
};

struct ValueWindow {
  Interval time;
  int64_t pixel = 0;
};

// From levels, where they are, else from events: the same to the last bit. A counter's pixel is that of the
// window, but never so short that a screen could not show it: at least 1,024 ns, and at most 16,384 of them.
std::vector<ValueRow> counter_rows(const Profile& profile, const TimelineLevels& levels,
                                   const ChosenRows& chosen, const ValueWindow& window);
// Samples that stand for less than a pixel as the mean of those that begin in one.
Result<std::vector<ValueRow>> metric_rows(const Profile& profile, const ChosenRows& chosen,
                                          const ValueWindow& window, const Work& work);

}  // namespace nsys_ai::perfetto
