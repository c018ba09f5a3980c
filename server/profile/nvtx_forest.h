// Which NVTX ranges of a thread lie in which: one rule for push/pop and start/end ranges.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/loss_notes.h"
#include "profile/profile.h"

namespace nsys_ai {

// Whether a range comes before another: it began earlier, or else ended later. Where both are equal, rows do
// not show which was on the stack first: then the shorter text, or else the smaller one, is outside. A row
// number decides only between ranges that are equal in every column.
bool range_precedes(const Profile& profile, uint32_t a, uint32_t b);

// Finds the ranges of an ordered list that contain an interval, where they may cross: a binary tree over the
// list, in which each node has the latest end below it. Immutable.
class RangeEnds {
 public:
  RangeEnds() = default;
  RangeEnds(const Nvtx& nvtx, const std::vector<uint32_t>& ranges);

  bool empty() const { return latest_.empty(); }
  // At most `most` ranges, the last in order first.
  std::vector<uint32_t> around(const Nvtx& nvtx, const std::vector<uint32_t>& ranges, Interval interval,
                               size_t most) const;

 private:
  std::vector<int64_t> latest_;  // the root is 1, the children of n are 2n and 2n + 1
};

// The ranges of each thread as a forest. A range is on a thread that it began and ended on, whatever its
// style; one that ended on another thread is a range of its process, and contains nothing. The parent of a
// range is the one that contains it entirely; of several, the last in the order above.
//
// Ranges may cross: start/end ranges, and a push/pop range whose pop comes after that of a range around it. A
// range then lies in more ranges than its ancestors, and `each_around` finds all of them.
//
// Programs nest a few dozen ranges, but a file can nest any number, which would make walks from the inside
// out arbitrarily long. Deeper ranges are therefore siblings in the innermost range that counts.
class NvtxForest {
 public:
  static constexpr uint32_t kNoRange = UINT32_MAX;
  static constexpr uint32_t kDeepest = 500;  // maximum number of ranges around a range or a call

  std::vector<uint32_t> parent;  // by NVTX row; kNoRange at the roots and for rows that are on no thread
  std::vector<std::vector<uint32_t>> of_thread;   // by thread: ranges in order, parents before children
  std::vector<std::vector<uint32_t>> of_process;  // by process: in order, those that ended on another thread

  // The number of ranges around a range; 0 at the roots. Walks through them.
  int64_t depth(uint32_t range) const;
  // Whether ranges of the thread cross, so that ancestors are not all of the ranges around something.
  bool crosses(ThreadIx thread) const { return !thread_ends_[thread].empty(); }
  // The innermost range of the thread that contains the entire interval, both ends included; kNoRange where
  // none does.
  uint32_t innermost(const Nvtx& nvtx, ThreadIx thread, Interval interval) const {
    Innermost found{.near = of_thread[thread].size() / 2};
    innermost(nvtx, thread, interval, found);
    return found.range;
  }
  // The innermost range and the intervals that have the same one: those that begin in `starts` and end by
  // `end`. It is looked for near the one that was found last.
  struct Innermost {
    size_t near = 0;  // a place in `of_thread[thread]`
    uint32_t range = kNoRange;
    Interval starts{};
    int64_t end = 0;

    bool holds_for(Interval interval) const {
      return interval.start >= starts.start && interval.start < starts.end && interval.end <= end;
    }
  };
  void innermost(const Nvtx& nvtx, ThreadIx thread, Interval interval, Innermost& found) const;
  // Calls `visit` with each range of the thread that contains the entire interval, the innermost first.
  template <class Visit>
  void each_around(const Nvtx& nvtx, ThreadIx thread, Interval interval, Visit visit) const {
    Innermost found{.near = of_thread[thread].size() / 2};
    each_around(nvtx, thread, interval, visit, found);
  }
  template <class Visit>
  void each_around(const Nvtx& nvtx, ThreadIx thread, Interval interval, Visit visit, Innermost& found) const;
  // The same for those in `of_process`.
  template <class Visit>
  void each_around(const Nvtx& nvtx, ProcessIx process, Interval interval, Visit visit) const {
    if (process_ends_[process].empty()) return;
    for (const uint32_t range : process_ends_[process].around(nvtx, of_process[process], interval, kDeepest))
      visit(range);
  }

 private:
  friend NvtxForest build_nvtx_forest(const Profile& profile);

  // Sets the parents of one thread; returns how many of its ranges lie too deep.
  int64_t nest(const Nvtx& nvtx, size_t thread);

  std::vector<RangeEnds> thread_ends_;        // by thread; empty where no ranges cross
  std::vector<RangeEnds> process_ends_;       // by process
  std::shared_ptr<const DataLoss> too_deep_;  // reported where ranges nest deeper; otherwise null
};
NvtxForest build_nvtx_forest(const Profile& profile);

template <class Visit>
void NvtxForest::each_around(const Nvtx& nvtx, ThreadIx thread, Interval interval, Visit visit,
                             Innermost& found) const {
  if (crosses(thread)) {
    for (const uint32_t range : thread_ends_[thread].around(nvtx, of_thread[thread], interval, kDeepest))
      visit(range);
    return;
  }
  if (!found.holds_for(interval)) innermost(nvtx, thread, interval, found);
  for (uint32_t range = found.range; range != kNoRange; range = parent[range]) visit(range);
}

}  // namespace nsys_ai
