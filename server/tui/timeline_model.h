// What the timeline reads of a profile, kept as long as it is of use for the next frame.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/interval_set.h"
#include "base/result.h"
#include "trace/timeline/timeline.h"
#include "tui/frame.h"
#include "tui/late.h"
#include "tui/timeline_screen.h"

namespace nsys_ai {

// One event of a row, not clipped.
struct TimelineEvent {
  std::string name;
  std::string kind;
  std::string ref;    // empty where nothing explains it
  std::string facts;  // a line for each, where it has no reference
  Interval time;      // on the capture's clock
  bool merged = false;
  size_t in_column = 0;  // how many events the cursor's column has; 0 where it was not counted
};

// A line of the details, or of another text.
struct TimelineText {
  std::string text;
  FrameRole role = FrameRole::plain;
};

struct TimelineDetails {
  std::string row;
  int64_t cursor = 0;
  int64_t column = 0;
  std::vector<TimelineText> lines;
  std::optional<TimelineEvent> event;
};

// For one thread at a time.
class TimelineModel {
 public:
  // Lists the rows without findings.
  static Result<std::unique_ptr<TimelineModel>> open(TimelineSubject subject, const Work& work);
  TimelineModel(TimelineSubject subject, Timeline rows, std::function<std::vector<TraceNote>()> findings);

  const TimelineSubject& subject() const { return subject_; }
  const Profile& profile() const { return *subject_.profile; }
  // Rows of the run without content, as the source lists them; those of GPUs that were not chosen are absent.
  const Timeline& rows() const { return rows_; }
  Interval run() const { return {rows_.run_start, rows_.run_start + rows_.run_length}; }
  const TimelineRow* row(const std::string& id) const;

  // The content of rows in a window and beside it, for a screen of that many columns. Kept as long as windows
  // of that length are within it. Without `complete` it may be coarser than it could be, where a window was
  // shown that contains this one: then it is `pending`.
  struct Part {
    const Timeline* timeline;
    bool pending;
  };
  Result<Part> part(Interval window, size_t columns, std::vector<std::string> rows, bool complete);
  // The share of each column of the run in which the GPU of a row was busy; empty where that is not known.
  const std::vector<double>& strip(size_t columns);
  // All events by name and duration; kept until another is asked for.
  Result<const TimelineMatches*> matches(const std::string& filter, int64_t least);
  static constexpr size_t kMostMatches = 200'000;

  // The event at a time of a row, the innermost where several are there; else the first one in the column
  // that begins there. With a filter, among its matches.
  std::optional<TimelineEvent> event_at(const TimelineState& state, Interval column);
  // The next event that begins after, or the last that begins before a time.
  std::optional<TimelineEvent> next_event(const TimelineState& state, bool forward);

  // What is known of the place of the cursor. Without `complete`, only if it was made before.
  const TimelineDetails* details(const TimelineState& state, Interval column, bool complete);
  // How busy the GPU of the selected row was in the window. Without `complete`, as above.
  const std::string* busy_words(const TimelineState& state, bool complete);
  // The bookmarks, read again after `forget_marks`.
  const std::vector<TimelineMark>& marks();
  void forget_marks() { marks_.reset(); }

  // Begins to build what steps, causes of idle time and details need, which takes longer than all else on a
  // large run. Until it is there, they are left out.
  void begin_indexes();
  bool lacks_indexes() const { return indexes_ && !indexes_->ready(); }
  // Begins to make findings; they would keep the first frame waiting.
  void begin_findings();
  bool awaits_findings() const { return indexes_ || late_ || findings_; }
  // Whether they are made and not among the rows yet.
  bool has_findings() const { return late_ && late_->ready(); }
  void take_findings();
  bool has_indexes() const { return indexes_ && indexes_->ready(); }
  void take_indexes() { indexes_.reset(); }

  bool filtered(const TimelineState& state) const { return !state.filter.empty() || state.least > 0; }

 private:
  Result<Timeline> exact(const std::string& row, Interval window) const;
  std::vector<TimelineText> describe(const TimelineState& state, const TimelineEvent& event);

  TimelineSubject subject_;
  Timeline rows_;
  std::optional<TimelineSource> source_;
  std::function<std::vector<TraceNote>()> findings_;  // until they are begun
  std::unique_ptr<Late<bool>> indexes_;
  std::unique_ptr<Late<std::vector<TraceNote>>> late_;
  std::optional<Timeline> part_;
  Interval part_window_;
  int64_t part_pixel_ = 0;
  std::vector<std::string> part_rows_;
  std::optional<std::vector<TimelineMark>> marks_;
  std::vector<double> strip_;
  size_t strip_columns_ = 0;
  std::optional<TimelineMatches> matches_;
  std::string matches_of_;
  int64_t least_of_ = 0;
  std::optional<TimelineDetails> details_;
  std::string details_of_;
  std::optional<std::string> busy_;
  std::string busy_of_;
};

}  // namespace nsys_ai
