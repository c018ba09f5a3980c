// The time spans of events that are not read when a profile is opened, so that the window of an answer that
// uses these events includes them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/families/family_gpu.h"
#include "profile/families/family_metrics.h"
#include "profile/families/lazy_family.h"
#include "profile/profile.h"

namespace nsys_ai {

// The families that skills use.
enum class Family : uint8_t {
  cpu_samples,
  cuda_events,
  gpu_metrics,
  memory_usage,
  mpi_calls,
  os_calls,
  overhead,
  scheduling,
  synchronization
};

// From the first event of a family to the end of its last; empty where none was recorded. Computed once per
// profile. Fails like `Profile::events`.
Result<Interval> recorded_time(const Profile& profile, Family family, const Work& work);

// The same for an event type with times.
template <class Events>
Result<Interval> recorded_time(const Profile& profile, const Work& work);

// From the beginning of the first sample's interval, which precedes the sample, to the last sample.
Interval time_of_events(const GpuMetrics& metrics);
// Only uses events whose time is known.
Interval time_of_events(const CudaEvents& events);

template <class Events>
Interval time_of_events(const Events& events) {
  Interval all;
  for (size_t i = 0; i < events.size(); ++i) {
    if constexpr (std::is_base_of_v<Spans, Events>) {
      const Interval of = events.interval(i);
      all = hull(all, occupied_time(of.end == Spans::kOpen ? Interval{of.start, of.start} : of));
    } else {
      all = hull(all, occupied_time({events.time[i], events.time[i]}));
    }
  }
  return all;
}

template <class Events>
struct RecordedTime {
  Interval interval;
};

template <class Events>
Result<Interval> recorded_time(const Profile& profile, const Work& work) {
  const auto count = [](const Profile& of, const Work& shared) -> Result<RecordedTime<Events>> {
    const auto events = of.events<Events>(shared);
    if (!events) return tl::unexpected(events.error());
    return RecordedTime<Events>{time_of_events(**events)};
  };
  const auto made = profile.made<RecordedTime<Events>>(count, work);
  if (!made) return tl::unexpected(made.error());
  return (*made)->interval;
}

}  // namespace nsys_ai
