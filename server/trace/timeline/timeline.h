// What our own timeline draws: the rows of a run, and what of them a screen can show of a window.
//
// It is the source for every client. A part is what the whole run would be at that pixel, cut at the window:
// so that parts of one pixel fit together, and what a face has drawn is what it would draw again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/name_search.h"
#include "base/interval_set.h"
#include "base/result.h"
#include "base/work.h"
#include "profile/cache/column_cache_writer.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai {

// The lists of a row go together: one place in each is one slice, or one value of a counter.
struct TimelineRow {
  std::string id;      // by which it is asked for alone; empty for what only groups others
  int64_t parent = 0;  // the place of the row above it, counted from 1; 0 at the top
  int64_t rank = 0;    // among the rows of one parent: the same in each window
  std::string name;
  std::string unit;     // of a counter; may be empty
  int64_t deepest = 0;  // how many slices lie in each other at most, in all of the run; 0 where not known
  std::vector<int64_t> starts;   // in ns since the start of the run, never going back
  std::vector<int64_t> lengths;  // in ns; 0 is a mark. Empty for a counter
  std::vector<int64_t> depths;   // how many slices of the row it lies in
  std::vector<int64_t> names;    // places in the texts, as are those below
  std::vector<int64_t> kinds;    // compute, communication, copy, nvtx, merged, ...
  // What many are alike in, and are coloured by: of a kernel its family, of an NVTX range its label without
  // numbers; -1 where the kind says it.
  std::vector<int64_t> families;
  std::vector<int64_t> refs;   // what explains the slice when it is asked for; -1 for none
  std::vector<int64_t> facts;  // where nothing does, a line for each fact; -1 for none
  std::vector<double> values;  // of a counter, each from its start to the next one's
};

struct Timeline {
  int64_t run_start = 0;  // on the capture's clock
  int64_t run_length = 0;
  int64_t start = 0;  // of the window, since the start of the run; what straddles a bound is cut there
  int64_t end = 0;
  // What is shorter, in ns, is merged with its neighbours; 0: nothing is. Else a power of two; pixels count
  // from time 0 of the capture's clock.
  int64_t pixel = 0;
  bool complete = true;  // false where the rest is more than a screen could show
  bool preview = false;  // whether rows that were asked for are missing, because they take longer
  std::string words;     // what is shown, and in which detail
  std::vector<std::string> texts;
  std::vector<TimelineRow> rows;  // parents before their children
};

// What is asked of a timeline.
struct TimelineView {
  std::optional<Interval> window = {};  // on the capture's clock; without it the whole run
  int64_t columns = 1;                  // of the screen: what is shorter than one is merged
  size_t most = SIZE_MAX;               // slices, marks and values: where there would be more, more is merged
  std::optional<std::vector<std::string>> rows = {};  // those of these ids alone; all without it
  // Of some rows: merged at the pixel that all of them together are expected to need. Where levels are kept,
  // what they tell of finer pixels is an estimate, and all rows may turn out to need a coarser one.
  bool as_all = false;
  // What can be shown at once: where the run's levels are still to be made, the rows of streams alone.
  bool preview = false;
};

// Events that are looked for by a part of their name (base/text_pattern.h).
struct TimelineSearch {
  std::string text;
  std::vector<NamedKind> kinds = {};                  // none means all
  std::optional<std::vector<std::string>> rows = {};  // on those of these ids alone
  int64_t least = 0;                                  // ns: none that is shorter
  // Of those that match, by start, `limit` from the one of this number on, counted from 0.
  int64_t from = 0;
  size_t limit = 200;
  // How many of them begin in each of so many columns of a window, which is the whole run without it.
  std::optional<Interval> window = {};
  int64_t columns = 0;
};

struct TimelineMatches {
  int64_t total = 0;             // in all of the run
  std::vector<int64_t> columns;  // how many of them begin in each column of the window that was asked for
  Timeline timeline;             // those that were asked for, on their rows; none of them is merged
};

// What a timeline shows beside what opening read.
struct TimelineContent {
  bool os_calls = false;  // of the operating system
  // Asked for from another thread when their rows are; may be empty.
  std::function<std::vector<TraceNote>()> findings = {};
  std::function<std::vector<TraceNote>()> bookmarks = {};
};

namespace perfetto {
class TimelineLevels;
}

// Immutable and thread-safe, and cheap to make: what takes time is kept with the profile, which outlives it.
class TimelineSource {
 public:
  TimelineSource(const Profile& profile, TimelineContent content)
      : profile_(profile), content_(std::move(content)) {}
  // With levels of one's own (trace/timeline/levels.h), which outlive it.
  TimelineSource(const Profile& profile, TimelineContent content, const perfetto::TimelineLevels& levels)
      : profile_(profile), content_(std::move(content)), levels_(&levels) {}

  // What `part` would refuse without a look at the profile's events.
  static Result<void> check(const Profile& profile, const TimelineView& view);

  // All rows that have anything in the run, without what it is. The run is that of the profile, and of the
  // calls of the operating system where they are shown. Fails as `part` does.
  Result<Timeline> rows(const Work& work = {}) const;
  // The rows that have anything in the window, with it. The pixel is the largest power of two that is no
  // longer than a column, or more where there would be too much; where no merging makes it fit, the first
  // ones are shown. `words` stays empty. Fails as cancelled when the work is, when calls of the operating
  // system cannot be read, and as a bad request when something else than an id is asked for; a row that is
  // not there has nothing.
  Result<Timeline> part(const TimelineView& view, const Work& work = {}) const;
  // What bears a name, wherever it is drawn. Fails on an empty text, on what is no row, and when it is
  // cancelled.
  Result<TimelineMatches> search(const TimelineSearch& search, const Work& work = {}) const;

 private:
  Result<Timeline> made_preview(TimelineView view, const Work& work) const;
  Result<Timeline> made_part(const TimelineView& view, const Work& work) const;
  Result<TimelineMatches> made_search(const TimelineSearch& search, const Work& work) const;
  Result<const perfetto::TimelineLevels*> levels_of(const Work& work) const;

  const Profile& profile_;
  TimelineContent content_;
  const perfetto::TimelineLevels* levels_ = nullptr;
};

// What makes the whole run quick to show, for the cache of large profiles.
PartToKeep timeline_levels_to_keep();

}  // namespace nsys_ai
