// Samples of GPU metrics grouped by metric and sorted by time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/families/family_metrics.h"
#include "profile/profile.h"

namespace nsys_ai::perfetto {

// One metric of one GPU, identified by Nsight's number.
struct OrderedMetric {
  int64_t gpu = 0;
  std::string_view name;
  std::vector<uint32_t> samples;  // rows of GpuMetrics, by time
};

// Sorted by GPU, then by the metric's name. The referenced data lives as long as the profile.
struct MetricOrder {
  const GpuMetrics* metrics = nullptr;
  std::vector<OrderedMetric> all;
};
// For `Profile::made`.
Result<MetricOrder> make_metric_order(const Profile& profile, const Work& work);

// The name of a GPU's group of metrics, by Nsight's number; it says whether pixels are merged.
std::string metric_group_name(const Profile& profile, int64_t gpu, int64_t pixel);

}  // namespace nsys_ai::perfetto
