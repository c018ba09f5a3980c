// Writes metric samples, and the numbers of NVTX marks, as counters.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/metric_stats.h"
#include "base/text_table.h"
#include "profile/families/family_other.h"
#include "trace/metric_order.h"
#include "trace/sequence.h"

namespace nsys_ai::perfetto {
namespace {

// A GPU, which gets a track with its first value.
struct MetricGroup {
  size_t at = 0;
  std::string name;
  TrackId track = 0;
};

// Writes values in time order. Values shorter than a pixel are averaged over it.
class MetricCounter {
 public:
  MetricCounter(Output& output, MetricGroup& group, size_t rank, std::string_view name)
      : output_(output), sequence_(output), group_(group), rank_(rank), name_(name) {}

  void add(Interval time, double value) {
    if (time.duration() >= output_.options.pixel) {
      flush();
      put(time.start, value);
    } else {
      if (covered_ == 0) start_ = time.start;
      sum_ += value * static_cast<double>(time.duration());
      covered_ += time.duration();
      if (covered_ >= output_.options.pixel) flush();
    }
    end_ = time.end;
  }
  // The last value ends with its own time.
  void finish() {
    flush();
    if (last_) put(end_, 0);
    sequence_.finish();
  }

 private:
  void flush() {
    if (covered_ > 0) put(start_, sum_ / static_cast<double>(covered_));
    sum_ = 0;
    covered_ = 0;
  }
  void put(int64_t time, double value) {
    if (last_ && *last_ == value) return;
    if (!last_) {
      sequence_.begin(time);
      if (group_.track == 0) group_.track = output_.tracks.metric_group(group_.at, group_.name);
      track_ = output_.tracks.metric(group_.track, rank_, std::string(name_));
    }
    last_ = value;
    output_.writer.counter(track_, time, value);
  }

  Output& output_;
  Sequence sequence_;
  MetricGroup& group_;
  size_t rank_;
  std::string_view name_;
  TrackId track_ = 0;
  std::optional<double> last_;
  // The values not written yet:
  int64_t start_ = 0;
  int64_t covered_ = 0;
  double sum_ = 0;
  int64_t end_ = 0;
};

void write_metric(Output& output, const GpuMetrics& metrics, const std::vector<uint32_t>& samples,
                  MetricCounter counter) {
  std::vector<int64_t> times;
  times.reserve(samples.size());
  for (const uint32_t row : samples) times.push_back(metrics.time[row]);
  for (size_t i = 0; i < samples.size(); ++i) {
    constexpr size_t kBetweenLooks = 4096;
    if (i % kBetweenLooks == 0 && !output.goes_on()) break;
    const Interval of = time_of_sample(times, i);
    const auto inside = of.empty() ? std::nullopt : output.scope.clip(of);
    if (inside) counter.add(*inside, metrics.value[samples[i]]);
  }
  counter.finish();
}

}  // namespace

std::string metric_group_name(const Profile& profile, const OrderedMetric& metric, int64_t pixel) {
  std::string name = metric.gpu ? fmt::format("GPU {} metrics", *metric.gpu) : std::string(metric.unit);
  for (const Gpu& of : profile.gpus())
    if (of.id == metric.gpu && !of.name.empty()) {
      name += " · " + of.name;
      break;
    }
  if (pixel > 0) name += fmt::format(" · means of {}", readable_ns(pixel));
  return name;
}

namespace {

// Adds the counters of other events, each as samples of its own.
void add_other_counters(const OtherEvents& events, MetricOrder& order) {
  std::map<std::pair<std::string_view, std::string_view>, std::vector<uint32_t>> rows;  // by unit and name
  for (uint32_t i = 0; i < events.size(); ++i)
    if (const OtherRow& row = events.row_of(i); row.is_counter)
      rows[{events.text(row.unit), events.text(events.name[i])}].push_back(i);
  for (auto& [of, at] : rows) {
    std::stable_sort(at.begin(), at.end(),
                     [&](uint32_t a, uint32_t b) { return events.end(a) < events.end(b); });
    auto metrics = std::make_unique<GpuMetrics>();
    OrderedMetric& metric = order.all.emplace_back();
    metric.unit = of.first;
    metric.name = of.second;
    for (uint32_t i = 0; i < at.size(); ++i) {
      metrics->time.push_back(std::min(events.end(at[i]), Spans::kFarthestNs));
      metrics->value.push_back(events.value[at[i]]);
      metric.samples.push_back(i);
    }
    metric.metrics = metrics.get();
    order.of_others.push_back(std::move(metrics));
  }
}

}  // namespace

Result<MetricOrder> make_metric_order(const Profile& profile, const Work& work) {
  const auto read = profile.events<GpuMetrics>(work);
  if (!read) return tl::unexpected(read.error());
  const GpuMetrics& metrics = **read;
  std::map<int64_t, std::map<std::string_view, std::vector<uint32_t>>> rows;  // keyed by GPU and metric name
  for (uint32_t at = 0; at < metrics.size(); ++at)
    rows[metrics.gpu[at]][metrics.text(metrics.metrics[metrics.metric[at]])].push_back(at);
  const auto earlier = [&](uint32_t a, uint32_t b) { return metrics.time[a] < metrics.time[b]; };
  MetricOrder order;
  for (auto& [gpu, by_name] : rows)
    for (auto& [name, of] : by_name) {
      if (work.cancel.cancelled()) return cancelled();
      if (!std::is_sorted(of.begin(), of.end(), earlier)) std::stable_sort(of.begin(), of.end(), earlier);
      order.all.push_back({&metrics, gpu, {}, name, std::move(of)});
    }
  const auto others = profile.events<OtherEvents>(work);
  if (!others) return tl::unexpected(others.error());
  add_other_counters(**others, order);
  return order;
}

Result<void> write_metrics(Output& output) {
  const auto made = output.profile().made(make_metric_order, part_of(output.work, 1, 1));
  if (!made) return tl::unexpected(made.error());
  std::optional<MetricGroup> group;
  size_t shown = 0;
  size_t rank = 0;
  const OrderedMetric* last = nullptr;
  for (const OrderedMetric& of : (*made)->all) {
    const bool is_shown = of.gpu ? metrics_count(output.profile(), output.scope, *of.gpu)
                                 : output.scope.has_all_devices(output.profile());
    if (!is_shown) continue;
    if (!output.goes_on()) return {};
    if (!last || !last->is_beside(of)) {
      group = MetricGroup{shown++, metric_group_name(output.profile(), of, output.options.pixel)};
      rank = 0;
    }
    last = &of;
    write_metric(output, *of.metrics, of.samples, MetricCounter(output, *group, rank++, of.name));
  }
  return {};
}

Result<void> write_mark_counters(Output& output) {
  const Profile& profile = output.profile();
  const auto made = profile.made(make_mark_counters, part_of(output.work, 1, 1));
  if (!made) return tl::unexpected(made.error());
  for (size_t at = 0; at < (*made)->all.size() && output.goes_on(); ++at) {
    const MarkCounter& of = (*made)->all[at];
    const auto values = values_in(of, output.scope.window(), output.options.pixel);
    if (values.empty() || !output.scope.has(of.process)) continue;
    Sequence sequence(output);
    sequence.begin(values.front().first);
    const TrackId track = output.tracks.mark_counter(of, at);
    for (const auto& [time, value] : values) output.writer.counter(track, time, value);
    sequence.finish();
  }
  if ((*made)->left_out > 0 && output.goes_on())
    output.tracks.remark(
        fmt::format("{} counters of NVTX marks, those with fewest values, are left out", (*made)->left_out));
  return {};
}

}  // namespace nsys_ai::perfetto
