// Sweeps over the operations of a device in order of start, with a heap of pending ends.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/scope.h"
#include "base/context.h"
#include "profile/operations_around.h"
#include "profile/order.h"

namespace nsys_ai {

// Calls `change(lane, +1 or -1)` at the start and end of each operation and `pass(ns)` for the time between,
// in time order. `lane(kind, at)` returns the lane of an operation.
template <class LaneOf, class Change, class Pass>
void sweep_device(const Profile& profile, const Scope& scope, DeviceIx device, LaneOf lane, Change change,
                  Pass pass) {
  using End = std::pair<int64_t, size_t>;
  std::priority_queue<End, std::vector<End>, std::greater<>> ends;
  const OperationNumbers numbers(profile);
  ThrottledCheck check;
  int64_t now = INT64_MIN;
  const auto go_to = [&](int64_t time) {
    while (!ends.empty() && ends.top().first <= time) {
      if (ends.top().first > now) pass(ends.top().first - now);
      now = std::max(now, ends.top().first);
      change(ends.top().second, -1);
      ends.pop();
    }
    if (time > now && now != INT64_MIN && time != INT64_MAX) pass(time - now);
    now = std::max(now, time);
  };
  for (const uint32_t number : operations_around(profile, device, scope.bounds())) {
    check();
    const auto [kind, at] = numbers[number];
    const auto inside = scope.clip(numbers.family(kind).interval(at));
    if (!inside) continue;
    go_to(inside->start);
    const size_t in = lane(kind, at);
    change(in, 1);
    ends.emplace(inside->end, in);
  }
  go_to(INT64_MAX);
}

// Numbers the streams of one device in the order in which they first ran.
class StreamLanes {
 public:
  // Consecutive operations mostly run on one stream.
  size_t lane(StreamIx stream) {
    if (!streams_.empty() && streams_[last_] == stream) return last_;
    const auto [known, added] = lane_of_.try_emplace(stream.value, streams_.size());
    if (added) streams_.push_back(stream);
    return last_ = known->second;
  }
  const std::vector<StreamIx>& streams() const { return streams_; }

 private:
  std::unordered_map<uint32_t, size_t> lane_of_;
  size_t last_ = 0;
  std::vector<StreamIx> streams_;
};

// The active lanes, their depth, and when each became active. A change takes constant time.
class ActiveLanes {
 public:
  // `now` is on any monotonic clock; `ended(lane, since)` is called for a lane that becomes inactive.
  template <class Ended>
  void change(size_t lane, int by, int64_t now, Ended ended) {
    if (lane >= lanes_.size()) lanes_.resize(lane + 1);
    Lane& of = lanes_[lane];
    const int before = of.depth;
    of.depth += by;
    if (before == 0) {
      of.since = now;
      of.place = active_.size();
      active_.push_back(lane);
    } else if (of.depth == 0) {
      lanes_[active_.back()].place = of.place;
      active_[of.place] = active_.back();
      active_.pop_back();
      ended(lane, of.since);
    }
  }
  const std::vector<size_t>& active() const { return active_; }
  int64_t since(size_t lane) const { return lanes_[lane].since; }

 private:
  struct Lane {
    int depth = 0;
    int64_t since = 0;
    size_t place = 0;  // index in `active_`
  };
  std::vector<Lane> lanes_;
  std::vector<size_t> active_;
};

}  // namespace nsys_ai
