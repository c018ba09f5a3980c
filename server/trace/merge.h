// Level of detail: merges events narrower than a pixel with their neighbours on the same row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <vector>

#include "trace/event.h"
#include "trace/timeline/merge_rows.h"
#include "trace/timeline/row_merger.h"

namespace nsys_ai::perfetto {

// Receives the events of all rows by start and emits them by start, each row merged
// (trace/timeline/row_merger.h). Stores only events of the last two pixels. For one thread.
class Merger {
 public:
  using EmitEvent = std::function<void(const Event&)>;

  // `pixel` is in ns; 0 merges nothing.
  Merger(const Recorded& recorded, int64_t pixel, EmitEvent emit);

  void append(const Event& event);
  // Call after the last event.
  void finish();

 private:
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
    int64_t end;  // end of its pixel
    size_t row;
    uint64_t number;
  };
  struct EndsLater {
    bool operator()(const Due& a, const Due& b) const { return a.end > b.end; }
  };

  void complete_before(int64_t time);
  void emit_until(int64_t time);
  // One device has many sequences with a few rows each.
  RowMerger& row(size_t at);

  int64_t pixel_;
  EmitEvent emit_;
  MergeRows places_;
  std::deque<RowMerger> rows_;  // from the first to the last row with an event
  size_t first_row_ = 0;
  std::priority_queue<Ready, std::vector<Ready>, BeginsLater> ready_;
  std::priority_queue<Due, std::vector<Due>, EndsLater> due_;
  uint64_t appended_ = 0;
};

}  // namespace nsys_ai::perfetto
