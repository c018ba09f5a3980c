// Maps event types to families, and computes the time of samples.
#include "analysis/recorded_time.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "analysis/metric_stats.h"
#include "profile/families/family_host.h"
#include "profile/families/family_samples.h"

namespace nsys_ai {

Interval time_of_events(const GpuMetrics& metrics) {
  // The first two times of each metric give the duration of its first sample.
  std::map<std::pair<int64_t, uint32_t>, std::vector<int64_t>> firsts;
  Interval all;
  for (size_t i = 0; i < metrics.size(); ++i) {
    const int64_t time = metrics.time[i];
    all = hull(all, {time - 1, time});
    std::vector<int64_t>& first = firsts[{metrics.gpu[i], MetricIx(metrics.metric[i]).value}];
    if (first.size() == 2 && time >= first.back()) continue;
    first.insert(std::upper_bound(first.begin(), first.end(), time), time);
    first.resize(std::min<size_t>(first.size(), 2));
  }
  for (const auto& [key, times] : firsts) all = hull(all, time_of_sample(times, 0));
  return all;
}

Interval time_of_events(const CudaEvents& events) {
  Interval all;
  for (size_t i = 0; i < events.size(); ++i)
    if (events.time[i] != CudaEvents::kUnknownTime)
      all = hull(all, occupied_time({events.time[i], events.time[i]}));
  return all;
}

Result<Interval> recorded_time(const Profile& profile, Family family, const Work& work) {
  switch (family) {
    case Family::cpu_samples:
      return recorded_time<CpuSamples>(profile, work);
    case Family::cuda_events:
      return recorded_time<CudaEvents>(profile, work);
    case Family::gpu_metrics:
      return recorded_time<GpuMetrics>(profile, work);
    case Family::memory_usage:
      return recorded_time<MemoryUsage>(profile, work);
    case Family::mpi_calls:
      return recorded_time<MpiCalls>(profile, work);
    case Family::os_calls:
      return recorded_time<OsCalls>(profile, work);
    case Family::overhead:
      return recorded_time<ProfilerOverhead>(profile, work);
    case Family::scheduling:
      return recorded_time<SchedEvents>(profile, work);
    case Family::synchronization:
      return recorded_time<Synchronizations>(profile, work);
  }
  return Interval();
}

}  // namespace nsys_ai
