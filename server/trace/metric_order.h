// Samples of metrics, of GPUs and of whatever else was sampled, grouped by metric and sorted by time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/families/family_metrics.h"
#include "profile/profile.h"

namespace nsys_ai::perfetto {

// One metric of a GPU, a network card, a core, ...
struct OrderedMetric {
  const GpuMetrics* metrics = nullptr;  // has its samples
  std::optional<int64_t> gpu;           // Nsight's number; empty where it is of something else
  std::string_view unit;                // what it is of, where it is of no GPU
  std::string_view name;
  std::vector<uint32_t> samples;  // rows of `metrics`, by time

  bool is_beside(const OrderedMetric& other) const { return gpu == other.gpu && unit == other.unit; }
};

// Sorted by GPU, then by the metric's name; behind them those of other units. The referenced data lives as
// long as the profile.
struct MetricOrder {
  std::vector<OrderedMetric> all;
  std::vector<std::unique_ptr<const GpuMetrics>> of_others;
};
// For `Profile::made`.
Result<MetricOrder> make_metric_order(const Profile& profile, const Work& work);

// The name of the group of metrics of one GPU or unit; it says whether pixels are merged.
std::string metric_group_name(const Profile& profile, const OrderedMetric& metric, int64_t pixel);

}  // namespace nsys_ai::perfetto
