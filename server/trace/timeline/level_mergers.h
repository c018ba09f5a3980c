// Merges one row at doubling pixel sizes in one walk over its events.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "trace/timeline/row_merger.h"

namespace nsys_ai::perfetto {

// Produces the output of a RowMerger for each pixel size. Most events begin in the same finest pixel as the
// previous one, and therefore in one pixel of every level. They are summed once, and each level gets the sum
// when an event arrives that does not belong to them. For one thread.
class LevelMergers {
 public:
  LevelMergers(size_t levels, int64_t finest)
      : finest_(finest), coarsest_(levels == 0 ? 0 : finest << (levels - 1)), levels_(levels) {}

  // Events arrive by start and go to the levels whose pixel is at most `most`. Calls `emit(level, event)`.
  template <class Emit>
  void add(const Event& event, int64_t most, Emit emit) {
    if (event.time.start < joins_until_ && event.time.duration() < finest_ && most >= coarsest_) {
      join(event);
      return;
    }
    share();
    int64_t pixel = finest_;
    size_t level = 0;
    for (; level < levels_.size() && pixel <= most; ++level, pixel *= 2)
      levels_[level].add(event, 0, pixel, [&](const Event& of, uint64_t) { emit(level, of); });
    if (level > 0 && level == levels_.size() && event.time.duration() < finest_) expect_more(event);
  }

  // Call after the last event.
  template <class Emit>
  void finish(Emit emit) {
    share();
    for (size_t level = 0; level < levels_.size(); ++level)
      levels_[level].finish([&](const Event& of, uint64_t) { emit(level, of); });
  }

 private:
  // Consecutive levels whose events end at the same time, so that their covered time grows equally.
  struct Reach {
    size_t end;  // index after the last level
    int64_t covered_to;
    int64_t covered = 0;  // added to the value in the levels
  };

  // All levels merged the event last, so events that begin before `joins_until_` join it.
  void expect_more(const Event& event) {
    joined_ = event;
    joined_.count = 0;
    joined_.longest = -1;
    joins_until_ = levels_[0].due();
    reaches_.clear();
    for (size_t level = 0; level < levels_.size(); ++level) {
      const RowMerger& of = levels_[level];
      joins_until_ = std::min(joins_until_, of.next_end());
      if (reaches_.empty() || reaches_.back().covered_to != of.covered_to())
        reaches_.push_back({level, of.covered_to()});
      reaches_.back().end = level + 1;
    }
  }

  void join(const Event& event) {
    ++joined_.count;
    joined_.mixed |= event.kind != joined_.kind;
    if (event.time.duration() > joined_.longest) {
      joined_.kind = event.kind;
      joined_.at = event.at;
      joined_.longest = event.time.duration();
    }
    joined_.time.end = std::max(joined_.time.end, event.time.end);
    for (Reach& of : reaches_) {
      if (of.covered_to >= event.time.end) continue;
      of.covered += event.time.end - std::max(event.time.start, of.covered_to);
      of.covered_to = event.time.end;
    }
  }

  // Adds the joined sum to every level.
  void share() {
    joins_until_ = INT64_MIN;
    if (joined_.count == 0) return;
    size_t level = 0;
    for (const Reach& of : reaches_) {
      joined_.covered = of.covered;
      for (; level < of.end; ++level) levels_[level].join(joined_, of.covered_to);
    }
    joined_.count = 0;
    joined_.longest = -1;
  }

  const int64_t finest_;
  const int64_t coarsest_;
  std::vector<RowMerger> levels_;
  int64_t joins_until_ = INT64_MIN;
  Event joined_;  // begins with the kind of the event that all levels merged last
  std::vector<Reach> reaches_;
};

}  // namespace nsys_ai::perfetto
