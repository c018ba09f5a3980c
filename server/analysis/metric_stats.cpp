// Groups samples by metric and GPU; kernels are converted to intervals once.
#include "analysis/metric_stats.h"

#include <algorithm>
#include <map>
#include <optional>

namespace nsys_ai {
namespace {

// When kernels with a matching name ran, by Nsight's number of the GPU.
std::map<int64_t, IntervalSet> kernel_times(const Profile& profile, const Scope& scope,
                                            std::string_view part) {
  const Kernels& kernels = profile.kernels();
  std::vector<bool> matches;
  for (const KernelName& name : kernels.names.values)
    matches.push_back(profile.text(name.full).find(part) != std::string_view::npos);
  std::map<int64_t, std::vector<Interval>> times;
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!matches[kernels.names.code[i]] || !scope.has(kernels.stream[i])) continue;
    const GpuIx gpu = profile.device_of(kernels.stream[i]).gpu;
    if (gpu.exists()) times[profile.gpus()[gpu].id].push_back(kernels.interval(i));
  }
  std::map<int64_t, IntervalSet> sets;
  for (auto& [gpu, intervals] : times) sets[gpu] = IntervalSet::union_of(std::move(intervals));
  return sets;
}

// The time of a set inside an interval.
int64_t shared(const IntervalSet& set, Interval interval) {
  const auto all = set.intervals();
  auto at = std::partition_point(all.begin(), all.end(),
                                 [&](const Interval& of) { return of.end <= interval.start; });
  int64_t sum = 0;
  for (; at != all.end() && at->start < interval.end; ++at) sum += intersect(*at, interval).duration();
  return sum;
}

struct Weighed {
  double value;
  double weight;
};

void sum_up(std::vector<Weighed>& values, MetricStats& stats) {
  double total = 0;
  double sum = 0;
  for (const Weighed& of : values) {
    total += of.weight;
    sum += of.value * of.weight;
  }
  stats.samples = static_cast<int64_t>(values.size());
  stats.covered = static_cast<int64_t>(total);
  stats.mean = sum / total;
  std::sort(values.begin(), values.end(),
            [](const Weighed& a, const Weighed& b) { return a.value < b.value; });
  double below = 0;
  for (const Weighed& of : values) {
    stats.p95 = of.value;
    below += of.weight;
    if (below >= total * 0.95) break;
  }
}

}  // namespace

bool metrics_count(const Profile& profile, const Scope& scope, int64_t gpu) {
  if (scope.has_all_devices(profile)) return true;
  return std::any_of(scope.devices().begin(), scope.devices().end(), [&](DeviceIx device) {
    const GpuIx of = profile.devices()[device].gpu;
    return of.exists() && profile.gpus()[of].id == gpu;
  });
}

Interval time_of_sample(const std::vector<int64_t>& times, size_t at) {
  if (at > 0) return {times[at - 1], times[at]};
  return {times[0] - (times.size() > 1 ? times[1] - times[0] : 1), times[0]};
}

std::vector<MetricStats> metric_stats(const Profile& profile, const Scope& scope, const GpuMetrics& metrics,
                                      std::string_view kernel) {
  std::map<std::pair<int64_t, uint32_t>, std::vector<uint32_t>> groups;
  for (uint32_t i = 0; i < metrics.size(); ++i)
    groups[{metrics.gpu[i], MetricIx(metrics.metric[i]).value}].push_back(i);
  std::map<int64_t, IntervalSet> kernels;
  if (!kernel.empty()) kernels = kernel_times(profile, scope, kernel);
  std::vector<MetricStats> all;
  for (auto& [key, samples] : groups) {
    if (!metrics_count(profile, scope, key.first)) continue;
    std::stable_sort(samples.begin(), samples.end(),
                     [&](uint32_t a, uint32_t b) { return metrics.time[a] < metrics.time[b]; });
    std::vector<int64_t> times;
    for (const uint32_t at : samples) times.push_back(metrics.time[at]);
    std::vector<Weighed> values;
    for (size_t i = 0; i < samples.size(); ++i) {
      const Interval of = time_of_sample(times, i);
      const auto inside = of.empty() ? std::nullopt : scope.clip(of);
      if (!inside) continue;
      const int64_t weight = kernel.empty() ? inside->duration() : shared(kernels[key.first], *inside);
      if (weight > 0) values.push_back({metrics.value[samples[i]], static_cast<double>(weight)});
    }
    if (values.empty()) continue;
    all.push_back({key.first, MetricIx(size_t{key.second})});
    all.back().asked =
        kernel.empty() ? scope.window().duration() : shared(kernels[key.first], scope.window());
    sum_up(values, all.back());
  }
  std::stable_sort(all.begin(), all.end(), [&](const MetricStats& a, const MetricStats& b) {
    if (a.gpu != b.gpu) return a.gpu < b.gpu;
    return metrics.text(metrics.metrics[a.metric]) < metrics.text(metrics.metrics[b.metric]);
  });
  return all;
}

}  // namespace nsys_ai
