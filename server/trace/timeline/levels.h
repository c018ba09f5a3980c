// The timeline of the whole run, merged beforehand: for each row what a trace merges at pixels of powers of
// two, from a finest one upwards. A screen of the run is drawn from these, and what is finer from events.
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

// Which levels are worth their room.
struct LevelRules {
  // Runs of fewer events are merged as fast as levels are read.
  uint64_t least_events = 300'000;
  // Of all levels, for each event of the run; the columns of a profile take 22 to 26.
  double bytes_an_event = 5;
  // The pixel of the finest level, a power of two; 0 is chosen by the room.
  int64_t finest = 0;
};

// Immutable.
class TimelineLevels {
 public:
  // The counters of a device by pixel of the finest level, from one that begins at `start`.
  struct DeviceCounters {
    int64_t start = 0;
    CounterSums sums;
  };

  // Merges the events of a profile on all cores. Calls of the operating system have no levels.
  static Result<TimelineLevels> build(const Profile& profile, const LevelRules& rules, const Work& work);
  // With no level, and nothing told of any row: for who cannot wait for them.
  static TimelineLevels none(const Profile& profile) { return TimelineLevels(profile); }
  // As `bytes` gave them, checked; nothing where they cannot be levels of this profile.
  static std::optional<TimelineLevels> read(const Profile& profile, std::span<const uint8_t> bytes);
  std::vector<uint8_t> bytes() const;

  // Whether there is a level of this pixel, which is a power of two.
  bool has(int64_t pixel) const { return finest_ > 0 && pixel >= finest_; }
  // Its pixel in ns; 0 where there are no levels.
  int64_t finest() const { return finest_; }
  // Whether the row has anything in the run.
  bool is_used(size_t row) const { return depths_[row] > 0; }
  // How many of its events lie in each other at most, of those on its first lane and without marks; at most
  // 255.
  size_t depth(size_t row) const { return depths_[row]; }

  // Calls `visit` with the slices of a row that touch the time that is given, by start, until it says false.
  // A pixel beyond the coarsest level has that one's slices.
  template <class Take>
  void each(size_t row, int64_t pixel, std::optional<Interval> time, Take visit) const {
    levels_[level_of(pixel)][row].each(row_[row], time, visit);
  }
  // Projections on a device that last at least a pixel of the finest level, likewise.
  template <class Take>
  void each_long_projection(DeviceIx device, std::optional<Interval> time, Take visit) const {
    long_projections_[device].each({EventKind::projection, device}, time, visit);
  }
  const DeviceCounters& counters(DeviceIx device) const { return counters_[device]; }
  // What they take in memory.
  size_t memory() const;

 private:
  explicit TimelineLevels(const Profile& profile);
  size_t level_of(int64_t pixel) const;
  bool can_be(const Profile& profile, const Event& slice) const;
  friend class LevelBuilder;

  std::vector<SliceList::Row> row_;  // what each row holds
  std::vector<uint8_t> depths_;      // by row; 0 where there is nothing
  int64_t finest_ = 0;
  std::vector<std::vector<SliceList>> levels_;  // by level, the finest first, and by row
  std::vector<SliceList> long_projections_;     // by device
  std::vector<DeviceCounters> counters_;        // by device
};

// In the cache of large profiles.
inline constexpr KeptPart kTimelineLevels{CacheFolder::kTimeline, 3};

// Those of the profile, which it keeps (Profile::made): read from its cache, where they are, else built.
Result<TimelineLevels> make_timeline_levels(const Profile& profile, const Work& work);

}  // namespace nsys_ai::perfetto
