// Host events by thread and start, in blocks that store the latest end before them, so that a query examines
// only the few events around its time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/parallel.h"
#include "base/context.h"
#include "profile/profile.h"

namespace nsys_ai {

// Holds references to the events. Immutable.
class ThreadSpans {
 public:
  // `thread_of(event)` is below `threads`; `counts(event)` selects events.
  template <class ThreadOf, class Counts>
  ThreadSpans(const Spans& spans, size_t threads, ThreadOf thread_of, Counts counts) : spans_(&spans) {
    of_thread_.resize(threads);
    reach_.resize(threads);
    ThrottledCheck check;
    for (uint32_t i = 0; i < spans.size(); check(), ++i)
      if (counts(i)) of_thread_[thread_of(i)].push_back(i);
    parallel_for(usable_cores(), threads, [&](size_t thread) { put_in_order(thread); });
  }

  bool has(size_t thread) const { return !of_thread_[thread].empty(); }

  // Calls `visit(event, part)` for the events that overlap an interval, by start.
  template <class Visit>
  void each_in(size_t thread, Interval time, Visit visit) const {
    const auto& events = of_thread_[thread];
    const auto& reach = reach_[thread];
    const auto block = std::ranges::upper_bound(reach, time.start);
    const size_t first = block == reach.begin() ? 0 : static_cast<size_t>(block - reach.begin() - 1) * kBlock;
    ThrottledCheck check;
    for (size_t i = first; i < events.size() && spans_->start[events[i]] < time.end; check(), ++i) {
      const Interval part = intersect(spans_->interval(events[i]), time);
      if (!part.empty()) visit(events[i], part);
    }
  }

  // Calls `visit(event)` for the events that begin in an interval or at its end, by start.
  template <class Visit>
  void each_begun_in(size_t thread, Interval time, Visit visit) const {
    const auto& events = of_thread_[thread];
    ThrottledCheck check;
    auto at = std::ranges::partition_point(events,
                                           [&](uint32_t event) { return spans_->start[event] < time.start; });
    for (; at != events.end() && spans_->start[*at] <= time.end; check(), ++at) visit(*at);
  }

 private:
  static constexpr size_t kBlock = 256;

  void put_in_order(size_t thread) {
    auto& events = of_thread_[thread];
    const auto earlier = [&](uint32_t a, uint32_t b) {
      return spans_->start[a] != spans_->start[b] ? spans_->start[a] < spans_->start[b] : a < b;
    };
    if (!std::ranges::is_sorted(events, earlier)) std::ranges::sort(events, earlier);
    int64_t reach = std::numeric_limits<int64_t>::min();
    for (size_t i = 0; i < events.size(); ++i) {
      if (i % kBlock == 0) reach_[thread].push_back(reach);
      reach = std::max(reach, spans_->end(events[i]));
    }
  }

  const Spans* spans_;
  std::vector<std::vector<uint32_t>> of_thread_;
  std::vector<std::vector<int64_t>> reach_;  // indexed by thread and block: the latest end before the block
};

// CUDA calls of each thread, without backtrace duplicates, and the threads of each process. Build with
// `profile.derived(build_call_threads)`.
struct CallThreads {
  ThreadSpans calls;
  std::vector<std::vector<uint32_t>> of_process;  // indexed by ProcessIx: its ThreadIx numbers
};
CallThreads build_call_threads(const Profile& profile);

}  // namespace nsys_ai
