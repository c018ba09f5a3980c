// Stores the timeline of the entire run, merged in advance: for each row the merged events at pixels of
// powers of two, from a finest one upwards. Screens of the run are drawn from these levels, and finer ones
// from events.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/cache/cache_folder.h"
#include "profile/cache/kept_part.h"
#include "trace/timeline/counter_sums.h"
#include "trace/timeline/merge_rows.h"
#include "trace/timeline/slice_list.h"

namespace nsys_ai::perfetto {

// Decides which levels are worth their memory.
struct LevelRules {
  // Runs with fewer events are merged as fast as levels are read.
  uint64_t least_events = 300'000;
  // For all levels, per event of the run; the columns of a profile take 22 to 26.
  double bytes_per_event = 5;
  // The pixel of the finest level, a power of two; 0 chooses it by the available memory.
  int64_t finest = 0;
};

// Immutable.
class TimelineLevels {
 public:
  // The counters of a device by pixel of the finest level, beginning at `start`.
  struct DeviceCounters {
    int64_t start = 0;
    CounterSums sums;
  };

  // Merges the events of a profile on all cores. Operating system calls have no levels.
  static Result<TimelineLevels> build(const Profile& profile, const LevelRules& rules, const Work& work);
  // Has no levels and no information about rows, for callers that cannot wait for a build.
  static TimelineLevels none(const Profile& profile) { return TimelineLevels(profile); }
  // Reads and validates the output of `bytes`; empty where it cannot belong to this profile.
  static std::optional<TimelineLevels> read(const Profile& profile, std::span<const uint8_t> bytes);
  std::vector<uint8_t> bytes() const;

  // Whether there is a level with this pixel, a power of two.
  bool has(int64_t pixel) const {
    return finest_ > 0 && pixel >= finest_ && (pixel / finest_) >> (levels_.size() - 1) <= 1;
  }
  // The pixel of the finest level in ns; 0 where there are no levels.
  int64_t finest() const { return finest_; }
  // Whether the row has any event in the run.
  bool is_used(size_t row) const { return depths_[row] > 0; }
  // The maximum nesting depth of its events, on its first lane and without marks; at most 255.
  size_t depth(size_t row) const { return depths_[row]; }

  // Calls `visit` with the slices of a row that overlap the given time, by start, until it returns false. A
  // pixel beyond the coarsest level uses that level.
  template <class Take>
  void each(size_t row, int64_t pixel, std::optional<Interval> time, Take visit) const {
    levels_[level_of(pixel)][row].each(row_[row], time, visit);
  }
  // The same for projections on a device that last at least a pixel of the finest level.
  template <class Take>
  void each_long_projection(DeviceIx device, std::optional<Interval> time, Take visit) const {
    long_projections_[device].each({EventKind::projection, device}, time, visit);
  }
  const DeviceCounters& counters(DeviceIx device) const { return counters_[device]; }
  // Memory size in bytes.
  size_t memory() const;

 private:
  explicit TimelineLevels(const Profile& profile);
  size_t level_of(int64_t pixel) const;
  // Whether all its indices are valid.
  bool can_be(const Profile& profile, const Event& slice) const;
  friend class LevelBuilder;

  std::vector<SliceList::Row> row_;  // kind and device of each row
  std::vector<uint8_t> depths_;      // indexed by row; 0 for an empty row
  int64_t finest_ = 0;
  uint64_t steps_ = 0;                          // as many as there were iterations when it was built
  std::vector<std::vector<SliceList>> levels_;  // indexed by level, the finest first, and by row
  std::vector<SliceList> long_projections_;     // indexed by device
  std::vector<DeviceCounters> counters_;        // indexed by device
};

// In the cache for large profiles.
inline constexpr CachedPart kTimelineLevels{CacheFolder::kTimeline, 5};

// The levels of the profile, which it stores (Profile::made): read from its cache, otherwise built.
Result<TimelineLevels> make_timeline_levels(const Profile& profile, const Work& work);

}  // namespace nsys_ai::perfetto
