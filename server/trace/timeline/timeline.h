// The timeline view: the rows of a run, and the content that fits a screen for a window.
//
// It is the source for every client. A part equals the timeline of the entire run at the same pixel, clipped
// to the window. Parts with the same pixel therefore fit together, and a front end never needs to redraw one.
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

// The parallel lists of a row: equal indices describe one slice, or one value of a counter.
struct TimelineRow {
  std::string id;      // identifies the row in requests; empty for a group
  int64_t parent = 0;  // index of its parent, counted from 1; 0 at the top
  int64_t rank = 0;    // among its siblings; independent of the window
  std::string name;
  std::string unit;              // of a counter; may be empty
  int64_t deepest = 0;           // maximum nesting depth of its slices in the run; 0 where unknown
  std::vector<int64_t> starts;   // in ns since the start of the run, ascending
  std::vector<int64_t> lengths;  // in ns; 0 for a mark. Empty for a counter
  // How much of its length events cover, in ns: less than all of it only where several are merged.
  std::vector<int64_t> covered;
  std::vector<int64_t> depths;   // number of slices of the row around it
  std::vector<int64_t> names;    // indices into the texts, like the lists below
  std::vector<int64_t> kinds;    // compute, communication, copy, nvtx, merged, ...
  // Slices of one family have the same colour: a kernel's family, or the label without numbers of an NVTX
  // range; -1 where the kind determines it.
  std::vector<int64_t> families;
  std::vector<int64_t> refs;   // reference for explaining the slice; -1 for none
  std::vector<int64_t> facts;  // without a reference, a line for each fact; -1 for none
  std::vector<double> values;  // of a counter, each valid from its start to the next one's
};

struct Timeline {
  int64_t run_start = 0;  // on the capture's clock
  int64_t run_length = 0;
  int64_t start = 0;  // of the window, since the start of the run; slices are clipped to the window
  int64_t end = 0;
  // Slices shorter than this, in ns, are merged with their neighbours; 0: none are. Otherwise a power of two;
  // pixels count from time 0 of the capture's clock.
  int64_t pixel = 0;
  bool complete = true;  // false where the result was cut to what a screen could show
  bool preview = false;  // requested rows are missing, because they take longer
  std::string words;     // describes the shown window and detail
  std::vector<std::string> texts;
  std::vector<TimelineRow> rows;  // parents before their children
};

// A request for a part of a timeline.
struct TimelineView {
  std::optional<Interval> window = {};  // on the capture's clock; the entire run if empty
  int64_t columns = 1;                  // of the screen: slices shorter than one are merged
  size_t most = SIZE_MAX;               // maximum number of slices, marks and values, met by merging more
  std::optional<std::vector<std::string>> rows = {};  // only rows with these ids; all if empty
  // For a subset of rows: uses the pixel that all rows together are expected to need. This is an estimate
  // where levels exist and finer pixels are needed, so all rows may turn out to need a coarser one.
  bool as_all = false;
  // Shows only what is ready: while the run's levels are not built, the rows of streams.
  bool preview = false;
};

// A search for events by part of their name (base/text_pattern.h).
struct TimelineSearch {
  std::string text;
  std::vector<NamedKind> kinds = {};                  // empty means all
  std::optional<std::vector<std::string>> rows = {};  // only on rows with these ids
  int64_t least = 0;                                  // minimum duration in ns
  // Returns up to `limit` matches by start, beginning with this number, counted from 0.
  int64_t from = 0;
  size_t limit = 200;
  // Counts the matches that begin in each of that many columns of a window, or of the entire run if empty.
  std::optional<Interval> window = {};
  int64_t columns = 0;
};

struct TimelineMatches {
  int64_t total = 0;             // in the entire run
  std::vector<int64_t> columns;  // number of matches that begin in each column of the window
  Timeline timeline;             // the requested matches on their rows, unmerged
};

// Data that a timeline shows in addition to the events read at open.
struct TimelineContent {
  bool os_calls = false;  // operating system calls
  // Called from another thread when its rows are requested; may be empty.
  std::function<std::vector<TraceNote>()> findings = {};
  std::function<std::vector<TraceNote>()> workspace = {};  // bookmarks and logged requests
};

namespace perfetto {
class TimelineLevels;
}

// Immutable, thread-safe, and cheap to construct: expensive data is stored with the profile, which must
// outlive it.
class TimelineSource {
 public:
  TimelineSource(const Profile& profile, TimelineContent content)
      : profile_(profile), content_(std::move(content)) {}
  // Uses the given levels (trace/timeline/levels.h), which must outlive it.
  TimelineSource(const Profile& profile, TimelineContent content, const perfetto::TimelineLevels& levels)
      : profile_(profile), content_(std::move(content)), levels_(&levels) {}

  // Checks for requests that `part` would refuse, without reading events.
  static Result<void> check(const Profile& profile, const TimelineView& view);

  // All rows with events in the run, without content. The run includes the profile and the operating system
  // calls if they are shown. Fails like `part`.
  Result<Timeline> rows(const Work& work = {}) const;
  // The rows with events in the window, with content. The pixel is the largest power of two that is no longer
  // than a column, or a larger one where there would be too many slices; where no merging is sufficient, the
  // first ones are shown. `words` stays empty. Fails when the work is cancelled, when operating system calls
  // cannot be read, and as a bad request for an invalid id; a missing row has no content.
  Result<Timeline> part(const TimelineView& view, const Work& work = {}) const;
  // Finds all events with a matching name, on any row. Fails on an empty text, on an invalid row, and when it
  // is cancelled.
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

// The data that makes the full timeline fast to show, for the cache for large profiles.
PartToCache timeline_levels_to_keep();

}  // namespace nsys_ai
