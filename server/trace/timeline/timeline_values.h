// Computes the counter values of a timeline for each pixel of a window.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/nvtx/mark_counters.h"
#include "analysis/scope.h"
#include "trace/metric_order.h"
#include "trace/timeline/counter_sums.h"
#include "trace/timeline/levels.h"
#include "trace/timeline/timeline_rows.h"

namespace nsys_ai::perfetto {

// Places a metric in its group.
struct MetricPlace {
  const OrderedMetric* metric = nullptr;
  size_t group = 0;
  size_t rank = 0;  // within its group
};

struct ValueRow {
  RowId id;
  DeviceIx device;                                 // set for a counter
  CounterKind counter{};                           // set for a counter
  std::optional<MetricPlace> metric;               // set for a metric
  const MarkCounter* marks = nullptr;              // set for marks with numbers
  std::vector<std::pair<int64_t, double>> values;  // each value with its start time
};

struct ValueWindow {
  Interval time;
  int64_t pixel = 0;
};

// Reads levels where they exist, otherwise events, with identical results. A counter's pixel is that of the
// window, but limited to what a screen can show: at least 1,024 ns, and at most 16,384 pixels.
std::vector<ValueRow> counter_rows(const Profile& profile, const TimelineLevels& levels,
                                   const ChosenRows& chosen, const ValueWindow& window);
// Where samples are shorter than a pixel, the values are means over the samples that begin in each pixel.
Result<std::vector<ValueRow>> metric_rows(const Profile& profile, const ChosenRows& chosen,
                                          const ValueWindow& window, const Work& work);
// The numbers of marks; of several in a pixel the largest.
Result<std::vector<ValueRow>> mark_rows(const Profile& profile, const ChosenRows& chosen,
                                        const ValueWindow& window, const Work& work);

}  // namespace nsys_ai::perfetto
