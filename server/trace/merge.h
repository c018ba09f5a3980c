// Level of detail: events narrower than a pixel are merged with their neighbours on the same row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "profile/profile.h"
#include "trace/event.h"

namespace nsys_ai::inline trace::perfetto {

// Events go in and come out by start. An event at least as long as a pixel stays as it is, and so does one
// that is alone in its pixel; all others come out as the first of those that begin in one pixel, with their
// number. Buffers only what lies within two pixels. One thread only.
class Merger {
 public:
  using EmitEvent = std::function<void(const Event&)>;

  // `pixel` in ns; 0 merges nothing.
  Merger(const Recorded& recorded, int64_t pixel, EmitEvent emit);

  void append(const Event& event);
  // After the last one.
  void finish();

 private:
  // A row of the timeline, without the lanes that overlaps make of it.
  struct Row {
    std::optional<Event> merged;
    uint64_t number = 0;             // of the first event in it
    int64_t covered_to = 0;          // how far the union of all that began on this row reaches
    std::vector<int64_t> open_ends;  // of events that were not merged, outermost first
  };
  struct Ready {
    Event event;
    uint64_t number;  // in order of beginning
  };
  struct BeginsLater {
    bool operator()(const Ready& a, const Ready& b) const {
      return a.event.time.start != b.event.time.start ? a.event.time.start > b.event.time.start
                                                      : a.number > b.number;
    }
  };
  struct Due {
    int64_t end;  // of its pixel
    size_t row;
    uint64_t number;
  };
  struct EndsLater {
    bool operator()(const Due& a, const Due& b) const { return a.end > b.end; }
  };

  void add(const Event& event);
  void settle(size_t row, int64_t until);
  void settle_before(int64_t time);
  void emit_until(int64_t time);
  size_t row_of(const Event& event) const;

  const Recorded& recorded_;
  int64_t pixel_;
  EmitEvent emit_;
  std::vector<Row> rows_;
  std::priority_queue<Ready, std::vector<Ready>, BeginsLater> ready_;
  std::priority_queue<Due, std::vector<Due>, EndsLater> due_;
  uint64_t appended_ = 0;
};

}  // namespace nsys_ai::inline trace::perfetto
