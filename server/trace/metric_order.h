// Samples of GPU metrics by what they are of and by time.
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

// One metric of one GPU, by Nsight's number of it.
struct OrderedMetric {
  int64_t gpu = 0;
  std::string_view name;
  std::vector<uint32_t> samples;  // rows of GpuMetrics, by time
};

// By GPU, then by the metric's name. What it refers to lives as long as the profile.
struct MetricOrder {
  const GpuMetrics* metrics = nullptr;
  std::vector<OrderedMetric> all;
};
// For `Profile::made`.
Result<MetricOrder> make_metric_order(const Profile& profile, const Work& work);

// The group of a GPU's metrics, by Nsight's number of it; where pixels are merged it says so.
std::string metric_group_name(const Profile& profile, int64_t gpu, int64_t pixel);

}  // namespace nsys_ai::perfetto
