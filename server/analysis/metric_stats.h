// What the hardware counters of GPUs said, weighted by the time that each sample stands for.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "profile/families/family_metrics.h"

namespace nsys_ai {

// Whether metrics of a GPU, by Nsight's number of it, count in a scope: of those that no process of the
// profile uses, in a scope of all GPUs only.
bool metrics_count(const Profile& profile, const Scope& scope, int64_t gpu);
// The time that sample `at` of a metric stands for; `times` are those of all its samples, ascending.
Interval time_of_sample(const std::vector<int64_t>& times, size_t at);

// One metric of one GPU. A sample stands for the time since the sample before it, and the first one for as
// long as the second; of that, the part inside the window and the asked-for kernels counts.
struct MetricStats {
  int64_t gpu = 0;  // Nsight's number
  MetricIx metric;
  int64_t samples = 0;  // that stand for any of that time
  double mean = 0;
  double p95 = 0;  // the smallest value such that 95 % of the time is at or below it
};

// By GPU, then by the metric's name. `kernel` is part of full names of kernels; empty means any time.
std::vector<MetricStats> metric_stats(const Profile& profile, const Scope& scope, const GpuMetrics& metrics,
                                      std::string_view kernel);

}  // namespace nsys_ai
