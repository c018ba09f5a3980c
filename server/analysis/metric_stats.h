// Computes statistics of GPU hardware counters, weighted by the time that each sample covers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "profile/families/family_metrics.h"

namespace nsys_ai {

// Whether metrics of a GPU, given by Nsight's number, count in a scope. A GPU that no process of the profile
// uses counts only in a scope of all GPUs.
bool metrics_count(const Profile& profile, const Scope& scope, int64_t gpu);
// The interval that sample `at` of a metric covers; `times` are the times of all its samples, ascending.
Interval time_of_sample(const std::vector<int64_t>& times, size_t at);

// One metric of one GPU. A sample covers the time since the previous sample, and the first one as much time
// as the second; of that, only the part inside the window and the requested kernels counts.
struct MetricStats {
  int64_t gpu = 0;  // Nsight's number
  MetricIx metric;
  int64_t samples = 0;  // samples that cover any of that time
  int64_t asked = 0;    // ns: that time, whether it was sampled or not
  int64_t covered = 0;  // ns: the part of it that samples cover
  double mean = 0;      // over that part
  double p95 = 0;  // the smallest value such that 95 % of the time is at or below it
};

// Sorted by GPU, then by the metric's name; one without samples in that time is left out. `kernel` is a
// substring of full kernel names; empty means any time.
std::vector<MetricStats> metric_stats(const Profile& profile, const Scope& scope, const GpuMetrics& metrics,
                                      std::string_view kernel);

}  // namespace nsys_ai
