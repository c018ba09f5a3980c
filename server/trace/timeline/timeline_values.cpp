// Converts sums over pixels to values, and samples to means.
#include "trace/timeline/timeline_values.h"

#include <algorithm>
#include <bit>

#include "analysis/metric_stats.h"
#include "base/parallel.h"
#include "trace/metric_order.h"
#include "trace/timeline/row_merger.h"

namespace nsys_ai::perfetto {
namespace {

constexpr int64_t kShortestPixel = 1024;
constexpr int64_t kMaxPixels = 16'384;

// The pixels that overlap a window.
struct Pixels {
  int64_t start = 0;  // of the first pixel
  int64_t pixel = 1;
  int64_t count = 0;

  Interval time() const { return {start, start + count * pixel}; }
};

Pixels pixels_of(Interval time, int64_t pixel) {
  const int64_t start = start_of_pixel(time.start, pixel);
  return {start, pixel, (end_of_pixel(time.end - 1, pixel) - start) / pixel};
}

// Sums the values of the finest level over the pixels of a coarser one.
CounterSums added_up(const TimelineLevels::DeviceCounters& counters, int64_t finest, const Pixels& pixels) {
  CounterSums sums;
  for (size_t kind = 0; kind < kCounterKinds; ++kind) {
    const std::vector<int64_t>& from = counters.sums[kind];
    if (from.empty()) continue;
    std::vector<int64_t>& into = sums[kind];
    into.assign(static_cast<size_t>(pixels.count), 0);
    const int64_t first = (pixels.start - counters.start) / finest;
    const int64_t together = pixels.pixel / finest;
    for (int64_t i = std::max<int64_t>(0, first);
         i < std::min(static_cast<int64_t>(from.size()), first + pixels.count * together); ++i)
      into[static_cast<size_t>((i - first) / together)] += from[static_cast<size_t>(i)];
  }
  return sums;
}

void put(ValueRow& row, int64_t time, double value) {
  if (!row.values.empty() && row.values.back().second == value) return;
  row.values.emplace_back(time, value);
}

}  // namespace

std::vector<ValueRow> counter_rows(const Profile& profile, const TimelineLevels& levels,
                                   const ChosenRows& chosen, const ValueWindow& window) {
  const Interval run = profile.extent();
  const Interval shown = intersect(window.time, run);
  if (shown.empty()) return {};
  const auto least = static_cast<int64_t>(
      std::bit_ceil(static_cast<uint64_t>((shown.duration() + kMaxPixels - 1) / kMaxPixels)));
  const Pixels pixels = pixels_of(shown, std::max({window.pixel, kShortestPixel, least}));
  std::vector<CounterSums> sums(profile.devices().size());
  parallel_for(levels.has(pixels.pixel) ? 1 : usable_cores(), sums.size(), [&](size_t at) {
    const DeviceIx device(at);
    bool is_wanted = false;
    for (size_t kind = 0; kind < kCounterKinds; ++kind)
      is_wanted |= chosen.has({static_cast<RowKind>(kind), at});
    if (is_wanted)
      sums[at] = levels.has(pixels.pixel) ? added_up(levels.counters(device), levels.finest(), pixels)
                                          : counter_sums(profile, device, pixels.time(), pixels.count);
  });
  std::vector<ValueRow> rows;
  for (size_t at = 0; at < sums.size(); ++at)
    for (size_t kind = 0; kind < kCounterKinds; ++kind) {
      ValueRow row{
          {static_cast<RowKind>(kind), at}, DeviceIx(at), static_cast<CounterKind>(kind), {}, nullptr, {}};
      const std::vector<int64_t>& of = sums[at][kind];
      if (of.empty() || !chosen.has(row.id)) continue;
      for (size_t i = 0; i < of.size(); ++i) {
        const int64_t start = pixels.start + static_cast<int64_t>(i) * pixels.pixel;
        // The pixels at both ends of the run lie partly outside it.
        const Interval inside = intersect({start, start + pixels.pixel}, run);
        put(row, std::max(shown.start, start), counter_value(row.counter, of[i], inside.duration()));
      }
      // After the run there is nothing.
      if (shown.end == run.end) put(row, run.end, 0);
      rows.push_back(std::move(row));
    }
  return rows;
}

namespace {

// Adds the samples of one metric in a window.
void add_samples(const GpuMetrics& metrics, const std::vector<uint32_t>& samples, const ValueWindow& window,
                 ValueRow& row) {
  // Sample `at` covers the time since the previous one.
  const auto time_of = [&](size_t at) {
    const auto time = [&](size_t of) { return metrics.time[samples[of]]; };
    return at > 0 ? Interval{time(at - 1), time(at)}
                  : Interval{time(0) - (samples.size() > 1 ? time(1) - time(0) : 1), time(0)};
  };
  const auto first_that = [&](auto is_before) {
    size_t from = 0, to = samples.size();
    while (from < to) {
      const size_t middle = (from + to) / 2;
      is_before(time_of(middle)) ? from = middle + 1 : to = middle;
    }
    return from;
  };
  const int64_t pixel = std::max<int64_t>(1, window.pixel);
  size_t at = first_that([&](Interval of) { return of.end <= window.time.start; });
  if (at == samples.size()) return;
  // All samples that begin in its pixel are averaged with it.
  const int64_t begun = start_of_pixel(time_of(at).start, pixel);
  at = std::min(at, first_that([&](Interval of) { return of.start < begun; }));
  while (at < samples.size() && time_of(at).start < window.time.end) {
    Interval time = time_of(at);
    double sum = metrics.value[samples[at]] * static_cast<double>(time.duration());
    int64_t covered = time.duration();
    const int64_t end = end_of_pixel(time.start, pixel);
    for (++at; time.duration() < window.pixel && at < samples.size(); ++at) {
      const Interval next = time_of(at);
      if (next.start >= end || next.duration() >= window.pixel) break;
      sum += metrics.value[samples[at]] * static_cast<double>(next.duration());
      covered += next.duration();
      time.end = next.end;
    }
    if (covered == 0 || time.end <= window.time.start) continue;
    put(row, std::max(time.start, window.time.start), sum / static_cast<double>(covered));
  }
  // The last value ends with its own time.
  if (at == samples.size() && !row.values.empty() && time_of(at - 1).end <= window.time.end)
    put(row, time_of(at - 1).end, 0);
}

}  // namespace

Result<std::vector<ValueRow>> metric_rows(const Profile& profile, const ChosenRows& chosen,
                                          const ValueWindow& window, const Work& work) {
  std::vector<ValueRow> rows;
  if (!chosen.has_any(RowKind::metric)) return rows;
  const auto made = profile.made(make_metric_order, {work.cancel, {}});
  if (!made) return tl::unexpected(made.error());
  size_t group = 0;
  size_t rank = 0;
  for (size_t at = 0; at < (*made)->all.size(); ++at) {
    const OrderedMetric& of = (*made)->all[at];
    if (at > 0 && !of.is_beside((*made)->all[at - 1])) {
      ++group;
      rank = 0;
    }
    const MetricPlace place{&of, group, rank++};
    ValueRow row{{RowKind::metric, at}, {}, {}, place, nullptr, {}};
    if (!chosen.has(row.id)) continue;
    if (work.cancel.cancelled()) return cancelled();
    add_samples(*of.metrics, of.samples, window, row);
    rows.push_back(std::move(row));
  }
  return rows;
}

Result<std::vector<ValueRow>> mark_rows(const Profile& profile, const ChosenRows& chosen,
                                        const ValueWindow& window, const Work& work) {
  std::vector<ValueRow> rows;
  if (!chosen.has_any(RowKind::mark_counter)) return rows;
  const auto made = profile.made(make_mark_counters, {work.cancel, {}});
  if (!made) return tl::unexpected(made.error());
  for (size_t at = 0; at < (*made)->all.size(); ++at) {
    const MarkCounter& of = (*made)->all[at];
    ValueRow row{{RowKind::mark_counter, at}, {}, {}, {}, &of, {}};
    if (!chosen.has(row.id)) continue;
    row.values = values_in(of, window.time, window.pixel);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace nsys_ai::perfetto
