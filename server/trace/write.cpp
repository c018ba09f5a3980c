// The writing of a trace: events by time, each slice begun and ended when its turn comes; then, as a sequence
// of their own, what analyses say.
#include <fmt/format.h>

#include <queue>

#include "base/text_table.h"
#include "trace/counters.h"
#include "trace/events.h"
#include "trace/merge.h"
#include "trace/packets.h"
#include "trace/stretches.h"
#include "trace/trace.h"
#include "trace/tracks.h"
#include "trace/words.h"

namespace nsys_ai {
namespace {

using namespace perfetto;

constexpr int64_t kSecond = 1'000'000'000;

// A slice that began and has to end. Of those that end together the one that began last ends first.
struct OpenSlice {
  int64_t end;
  uint64_t number;  // in order of beginning
  TrackId track;
};
struct EndsLater {
  bool operator()(const OpenSlice& a, const OpenSlice& b) const {
    return a.end != b.end ? a.end > b.end : a.number < b.number;
  }
};

// What the sequences of one trace share.
struct Output {
  const Profile& profile;
  const Scope& scope;
  const Work& work;
  Packets& packets;
  Tracks tracks;
  TraceStats stats;
};

// One sequence of packets. What is open at one time is all that is kept of the events that went out.
class Sequence {
 public:
  Sequence(Output& output, const TraceOptions& options, Stretches stretches, Counters counters)
      : output_(output),
        stretches_(std::move(stretches)),
        events_(output.profile, output.scope, options, stretches_, output.work.cancel),
        merger_(output.profile, stretches_, events_, options.pixel),
        counters_(std::move(counters)),
        words_(output.profile, options, stretches_, output.packets) {}

  // `done` of the whole trace is written before it, and `share` is its own part. False when nobody wants
  // more.
  bool write(double done, double share);

 private:
  bool goes_on() const { return !output_.work.cancel.cancelled() && output_.packets.wanted(); }
  void write_remarks(int64_t start);
  void write_remark(std::string track, int64_t start, const std::string& words);
  void write_event(const Event& event);
  // Those whose part begins before `time`, or with it.
  void write_counters(int64_t time);
  void end_until(int64_t time);
  Place place_of(const Event& event);

  Output& output_;
  Stretches stretches_;
  Events events_;
  Merger merger_;
  Counters counters_;
  Words words_;
  std::priority_queue<OpenSlice, std::vector<OpenSlice>, EndsLater> open_;
  std::vector<TrackId> counter_tracks_;
  size_t next_part_ = 0;  // of the counters
};

bool Sequence::write(double done, double share) {
  constexpr uint64_t kBetweenLooks = 1024;
  uint64_t taken = 0;
  uint64_t written = 0;
  if (!goes_on()) return false;
  std::optional<Event> event = merger_.next();
  std::optional<int64_t> start;
  const auto begins = [&](int64_t time) { start = std::min(start.value_or(time), time); };
  if (event) begins(event->time.start);
  if (counters_.parts() > 0) begins(counters_.start_of(0));
  output_.packets.begin_sequence(start.value_or(0), output_.profile.info().utc_start_ns);
  write_remarks(start.value_or(0));
  for (; event; event = merger_.next()) {
    taken += event->count;
    if (++written % kBetweenLooks == 0) {
      if (!goes_on()) return false;
      output_.work.report(done + share * static_cast<double>(taken) / static_cast<double>(events_.size()),
                          "writing the trace");
    }
    write_counters(event->time.start);
    write_event(*event);
  }
  write_counters(INT64_MAX);
  while (!open_.empty()) end_until(open_.top().end);
  output_.stats.open += words_.open();
  return goes_on();
}

void Sequence::write_remarks(int64_t start) {
  const int64_t shift = trace_shift(output_.profile);
  if (shift != 0 && output_.tracks.count() == 0)
    write_remark("Note on time", start,
                 fmt::format("Times are {} s later than on the capture's clock",
                             static_cast<double>(shift) / static_cast<double>(kSecond)));
  if (stretches_.left_out() > 0)
    write_remark("Note on NVTX ranges", start,
                 fmt::format("{} more ranges were on the GPUs, later than those that are shown",
                             readable_count(stretches_.left_out())));
}

void Sequence::write_remark(std::string track, int64_t start, const std::string& words) {
  const TrackId id = output_.tracks.remark(std::move(track));
  output_.packets.instant(id, start, words_.remark(words));
}

void Sequence::write_event(const Event& event) {
  end_until(event.time.start);
  // The track first: it may have to be described before the event.
  const Place place = place_of(event);
  const EventWords& words = event.count > 1 ? words_.merged(event) : words_.of(event);
  if (event.count > 1) output_.stats.merged += event.count;
  if (place.instant) {
    output_.packets.instant(place.track, event.time.start, words);
    ++output_.stats.instants;
    return;
  }
  output_.packets.begin(place.track, event.time.start, words);
  open_.push({event.time.end, output_.stats.slices++, place.track});
}

// A value goes out where it differs from the one before; the last part is followed by nothing at all.
void Sequence::write_counters(int64_t time) {
  const size_t parts = counters_.parts();
  for (; parts > 0 && next_part_ <= parts && counters_.start_of(next_part_) <= time; ++next_part_) {
    const int64_t start = counters_.start_of(next_part_);
    end_until(start);
    for (size_t i = 0; i < counters_.all.size(); ++i) {
      const Counter& of = counters_.all[i];
      if (next_part_ == 0) counter_tracks_.push_back(output_.tracks.counter(of, i));
      const double value = next_part_ < parts ? of.values[next_part_] : 0.0;
      if (next_part_ == 0 || next_part_ == parts || value != of.values[next_part_ - 1])
        output_.packets.counter(counter_tracks_[i], start, value);
    }
  }
}

// Ends come before beginnings of the same time, so that slices that touch do not nest.
void Sequence::end_until(int64_t time) {
  while (!open_.empty() && open_.top().end <= time) {
    output_.packets.end(open_.top().track, open_.top().end);
    open_.pop();
  }
}

Place Sequence::place_of(const Event& event) {
  const Profile& profile = output_.profile;
  Tracks& tracks = output_.tracks;
  switch (event.kind) {
    case EventKind::kernel:
    case EventKind::copy:
    case EventKind::memset:
      return tracks.operation(operations_of(profile, event.kind).stream[event.at], event.time);
    case EventKind::range:
      return tracks.range(profile.nvtx().thread[event.at], event.time);
    case EventKind::start_end:
      return tracks.start_end(profile.nvtx().thread[event.at], event.time);
    case EventKind::mark:
      return tracks.mark(profile.nvtx().thread[event.at]);
    case EventKind::stretch:
      return tracks.stretch(stretches_.all()[event.at], event.time);
    default:
      return tracks.call(profile.calls().thread[event.at], event.time);
  }
}

// The analyses alone.
TraceOptions without_events(TraceOptions options) {
  options.kernels = options.copies = options.memsets = options.nvtx = options.calls = false;
  return options;
}

bool has_analyses(const TraceOptions& options) {
  return options.iterations || options.nvtx_on_gpu || options.idle || options.counters;
}

}  // namespace

int64_t trace_shift(const Profile& profile) {
  const int64_t start = profile.extent().start;
  if (start >= 0) return 0;
  // Whole seconds are easy to take off again. Negated after the division: the lowest number has no opposite.
  const int64_t seconds = -(start / kSecond) + (start % kSecond != 0 ? 1 : 0);
  int64_t shift = 0;
  return __builtin_mul_overflow(seconds, kSecond, &shift) ? INT64_MAX : shift;
}

int64_t pixel_for(const Profile& profile, const Scope& scope, const TraceOptions& options,
                  TraceDetail detail) {
  // As measured: a slice takes two packets, and the part of a window has its part of the events.
  constexpr double kBytesOfEvent = 36;
  constexpr double kMostBytes = 200e6;
  if (detail == TraceDetail::full) return 0;
  const int64_t pixel = std::max<int64_t>(1, scope.window().length() / kOverviewPixels);
  if (detail == TraceDetail::overview) return pixel;
  size_t events = 0;
  if (options.kernels) events += profile.kernels().size();
  if (options.copies) events += profile.copies().size();
  if (options.memsets) events += profile.memsets().size();
  if (options.nvtx) events += profile.nvtx().size();
  if (options.nvtx_on_gpu) events += std::min(profile.nvtx().size(), options.most_ranges);
  if (options.calls) events += profile.calls().size();
  const auto whole = static_cast<double>(std::max<int64_t>(1, profile.extent().length()));
  const double part = std::min(1.0, static_cast<double>(scope.window().length()) / whole);
  return static_cast<double>(events) * part * kBytesOfEvent < kMostBytes ? 0 : pixel;
}

Result<TraceStats> write_trace(const Profile& profile, const Scope& scope, const TraceOptions& options,
                               const TraceSink& sink, const Work& work) {
  // Of the time; what analyses say comes behind the events, so that nobody waits for them.
  constexpr double kEvents = 0.9;
  Packets packets(sink, options.chunk_bytes, trace_shift(profile));
  Output output{profile, scope, work, packets, Tracks(profile, options.pixel, packets), {}};
  bool good = Sequence(output, options, {}, {}).write(0, has_analyses(options) ? kEvents : 1);
  if (good && has_analyses(options)) {
    Counters counters = options.counters ? counters_of(profile, scope, work.cancel) : Counters{};
    good = Sequence(output, without_events(options), Stretches(profile, scope, options, work.cancel),
                    std::move(counters))
               .write(kEvents, 1 - kEvents);
  }
  packets.flush();
  if (!good || !packets.wanted()) return cancelled();
  TraceStats stats = output.stats;
  stats.bytes = packets.bytes();
  stats.tracks = output.tracks.count();
  stats.overflow = output.tracks.overflow();
  stats.crowded = output.tracks.crowded();
  stats.out_of_range = packets.out_of_range();
  stats.shift_ns = trace_shift(profile);
  return stats;
}

}  // namespace nsys_ai
