// The events of a sweep over a process, in time order, and the slots for its state.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nsys_ai {

// The order of events with equal times: ends precede starts. An event without duration ends where it starts.
enum class EventKind : uint8_t { operation_end, call_end, call_start, operation_start };

struct Event {
  int64_t time;
  uint64_t order;  // order at equal times: kind, lane, and the position in the lane
  uint32_t lane;   // a thread or a device; for ends of operations, the slot that stores them

  static Event make(int64_t time, EventKind kind, uint32_t rank, uint32_t at, uint32_t lane) {
    return {time, uint64_t{static_cast<uint8_t>(kind)} << 62 | uint64_t{rank} << 32 | at, lane};
  }
  EventKind kind() const { return static_cast<EventKind>(order >> 62); }
  friend bool operator<(const Event& a, const Event& b) {
    return a.time != b.time ? a.time < b.time : a.order < b.order;
  }
};

// A heap whose first element can be replaced by its successor in one operation.
class EventQueue {
 public:
  bool empty() const { return heap_.empty(); }
  const Event& first() const { return heap_.front(); }
  void push(Event event) {
    size_t at = heap_.size();
    heap_.push_back(event);
    for (; at > 0 && event < heap_[(at - 1) / 2]; at = (at - 1) / 2) heap_[at] = heap_[(at - 1) / 2];
    heap_[at] = event;
  }
  void replace_first(Event event) {
    size_t at = 0;
    for (size_t below = 1; below < heap_.size(); below = 2 * at + 1) {
      if (below + 1 < heap_.size() && heap_[below + 1] < heap_[below]) ++below;
      if (!(heap_[below] < event)) break;
      heap_[at] = heap_[below];
      at = below;
    }
    heap_[at] = event;
  }
  void drop_first() {
    const Event last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) replace_first(last);
  }

 private:
  std::vector<Event> heap_;
};

// A pool of reusable slots, whose size is the maximum number in use at one time.
template <class T>
class SlotPool {
 public:
  uint32_t acquire() {
    if (free_.empty()) {
      all_.emplace_back();
      return static_cast<uint32_t>(all_.size() - 1);
    }
    const uint32_t place = free_.back();
    free_.pop_back();
    return place;
  }
  void release(uint32_t place) { free_.push_back(place); }
  T& operator[](uint32_t place) { return all_[place]; }

 private:
  std::vector<T> all_;
  std::vector<uint32_t> free_;
};

}  // namespace nsys_ai
