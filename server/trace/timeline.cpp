// Writes a trace as rows in memory; merges more where a screen would be given too much.
#include "trace/timeline.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/index.h"
#include "trace/write_with.h"

namespace nsys_ai::inline trace {
namespace {

using namespace perfetto;

// Nothing leaves in pieces.
const TraceSink kNoSink = [](std::string_view) { return true; };

std::string label_of(const TrackInfo& words) {
  if (!words.pid) return words.name;
  std::string label =
      words.tid ? "Thread " + std::to_string(*words.tid) : "Process " + std::to_string(*words.pid);
  if (!words.owner.empty()) label += " · " + words.owner;
  return label;
}

class TimelineWriter : public Writer {
 public:
  // Cancels `enough` when there would be more than `most`.
  TimelineWriter(Timeline& timeline, size_t most, CancelToken enough)
      : Writer(kNoSink, 1, 0), timeline_(timeline), left_(most), enough_(std::move(enough)) {}

  void begin_sequence(int64_t /*start*/, std::optional<int64_t> /*utc_at_zero*/) override {}
  void end_sequence() override {}
  void finish() override {}

  void track(const TrackInfo& words) override {
    TimelineRow row;
    row.parent = static_cast<int64_t>(words.parent);
    row.rank = words.rank;
    row.name = label_of(words);
    if (words.unit) row.unit = *words.unit;
    timeline_.rows.push_back(std::move(row));
    open_.emplace_back();
  }

  // Of what explains an event only a part is shown: that is not among the texts before.
  TextId define(TextTable kind, std::string_view text) override {
    const bool explains = kind == TextTable::argument || kind == TextTable::argument_text;
    std::vector<std::string>& texts = explains ? explaining_ : timeline_.texts;
    texts.emplace_back(text);
    return {texts.size()};
  }

  void slice(TrackId track, Interval time, const EventInfo& words) override { add(track, time, words); }
  void instant(TrackId track, int64_t time, const EventInfo& words) override {
    add(track, {time, time}, words);
  }

  void counter(TrackId track, int64_t time, double value) override {
    if (!room()) return;
    TimelineRow& row = timeline_.rows[track - 1];
    row.starts.push_back(since_start(time));
    row.values.push_back(value);
  }

  bool full() const { return full_; }
  // Where the last event began that has a place, in ns since the start of the run.
  int64_t latest() const { return latest_; }

 private:
  bool room() {
    full_ = left_ == 0;
    if (full_)
      enough_.cancel();
    else
      --left_;
    return !full_;
  }

  // Calls of the operating system may lie before the run.
  int64_t since_start(int64_t time) const {
    int64_t since = 0;
    if (__builtin_sub_overflow(time, timeline_.run_start, &since)) return time < 0 ? INT64_MIN : INT64_MAX;
    return since;
  }

  void add(TrackId track, Interval time, const EventInfo& words) {
    if (!room()) return;
    TimelineRow& row = timeline_.rows[track - 1];
    std::vector<int64_t>& open = open_[track - 1];
    while (!open.empty() && open.back() <= time.start) open.pop_back();
    row.starts.push_back(since_start(time.start));
    latest_ = std::max(latest_, row.starts.back());
    row.lengths.push_back(time.duration());
    row.depths.push_back(static_cast<int64_t>(open.size()));
    row.names.push_back(place(words.name));
    row.kinds.push_back(place(words.category));
    const auto [ref, facts] = explanation(words.arguments);
    row.refs.push_back(ref);
    row.facts.push_back(facts);
    if (!time.empty()) open.push_back(time.end);
  }

  static int64_t place(TextId text) { return static_cast<int64_t>(text.number) - 1; }

  // The place of what explains a slice, and of its facts.
  std::pair<int64_t, int64_t> explanation(const std::vector<Argument>& arguments) {
    std::string facts;
    for (const Argument& argument : arguments) {
      const std::string& name = explaining_[argument.name.number - 1];
      if (name == "ref") return {place(define(TextTable::event, text_of(argument))), -1};
      facts += (facts.empty() ? "" : "\n") + name + ": " + text_of(argument);
    }
    return {-1, facts.empty() ? -1 : place(define(TextTable::event, facts))};
  }

  std::string text_of(const Argument& argument) const {
    if (const auto* number = std::get_if<uint64_t>(&argument.value)) return std::to_string(*number);
    if (const auto* id = std::get_if<TextId>(&argument.value)) return explaining_[id->number - 1];
    return std::get<std::string>(argument.value);
  }

  Timeline& timeline_;
  size_t left_;
  CancelToken enough_;
  bool full_ = false;
  int64_t latest_ = INT64_MIN;
  std::vector<std::string> explaining_;
  std::vector<std::vector<int64_t>> open_;  // by row: the ends of what is open, outermost first
};

Interval run_of(const Recorded& recorded) {
  const Interval events = recorded.profile.extent();
  if (!recorded.os_calls || recorded.os_calls->size() == 0) return events;
  Interval run = recorded.os_calls->interval(0);
  for (size_t i = 0; i < recorded.os_calls->size(); ++i) {
    const Interval call = recorded.os_calls->interval(i);
    run = {std::min(run.start, call.start), std::max(run.end, call.end)};
  }
  return events.empty() ? run : Interval{std::min(run.start, events.start), std::max(run.end, events.end)};
}

}  // namespace

Result<Timeline> timeline(const Profile& profile, const Scope& scope, TraceOptions options,
                          const TimelineScreen& screen, const Work& work) {
  const auto recorded = recorded_for(profile, options, work);
  if (!recorded) return tl::unexpected(recorded.error());
  const Interval run = run_of(*recorded);
  const Interval window = scope.has_window() ? scope.window() : run;
  options.pixel = window.duration() / screen.columns;
  while (true) {
    Timeline shown;
    shown.run_start = run.start;
    shown.run_length = run.duration();
    shown.start = window.start - run.start;
    shown.end = window.end - run.start;
    shown.pixel = options.pixel;
    const CancelToken enough;
    TimelineWriter rows(shown, screen.most, enough);
    const Work attempt{enough, [&](double done, const std::string& what) {
                         work.report(done, what);
                         if (work.cancel.cancelled()) enough.cancel();
                       }};
    const auto written = write_with(rows, *recorded, scope, options, attempt);
    if (work.cancel.cancelled()) return cancelled();
    if (!written && !rows.full()) return tl::unexpected(written.error());
    shown.complete = !rows.full();
    // A pixel as long as the window leaves one slice of a row and depth.
    if (shown.complete || options.pixel >= window.duration()) return shown;
    // Twice as long, or as much longer as the window is than what had a place.
    const double had = static_cast<double>(std::max<int64_t>(1, rows.latest() - shown.start));
    const double times = std::max(2.0, 1.2 * static_cast<double>(window.duration()) / had);
    options.pixel =
        static_cast<int64_t>(std::min(static_cast<double>(window.duration()),
                                      times * static_cast<double>(std::max<int64_t>(1, options.pixel))));
  }
}

}  // namespace nsys_ai::inline trace
