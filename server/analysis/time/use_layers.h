// Splits time among overlapping intervals: the first use among those at a moment gets it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "analysis/time/time_use.h"
#include "base/interval_set.h"

namespace nsys_ai {

// Intervals arrive in the order of their starts. `visit(stretch, use)` is called for each stretch with a use
// and `idle(stretch)` for the others, in time order.
template <class Visit, class Idle>
class UseLayers {
 public:
  UseLayers(int64_t from, Visit visit, Idle idle) : at_(from), visit_(visit), idle_(idle) {
    until_.fill(INT64_MIN);
  }

  void add(Interval interval, TimeUse use) {
    advance(interval.start);
    int64_t& until = until_[static_cast<size_t>(use)];
    until = std::max(until, interval.end);
    last_ = std::max(last_, interval.end);
  }
  // Pages of unified memory migrate for a kernel, which does not compute meanwhile.
  void fault(Interval interval) {
    advance(interval.start);
    faults_until_ = std::max(faults_until_, interval.end);
  }
  // Emits stretches up to the last active moment, or to `end`.
  void finish(int64_t end) {
    advance(std::min(last_, end));
    advance(end);
  }

 private:
  void advance(int64_t to) {
    while (at_ < to) {
      size_t use = 0;
      while (last_ > at_ && until_[use] <= at_) ++use;
      int64_t end = last_ > at_ ? std::min(to, until_[use]) : to;
      const bool computes = use <= static_cast<size_t>(TimeUse::small_kernel);
      if (last_ > at_ && computes && faults_until_ > at_) {
        end = std::min(end, faults_until_);
        use = static_cast<size_t>(TimeUse::faulting);
      }
      if (last_ > at_)
        visit_(Interval{at_, end}, static_cast<TimeUse>(use));
      else
        idle_(Interval{at_, end});
      at_ = end;
    }
  }

  int64_t at_;
  int64_t faults_until_ = INT64_MIN;
  int64_t last_ = INT64_MIN;  // the latest end of all added intervals
  std::array<int64_t, kTimeUses> until_;
  Visit visit_;
  Idle idle_;
};

}  // namespace nsys_ai
