// The writing of a trace: events by time, each slice begun and ended when its turn comes.
#include <fmt/format.h>

#include <queue>

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

// What is open at one time is all that is kept of the events that went out.
class Writer {
 public:
  Writer(const Profile& profile, const Scope& scope, const TraceOptions& options, const TraceSink& sink,
         const Work& work)
      : profile_(profile),
        work_(work),
        packets_(sink, options.chunk_bytes, trace_shift(profile)),
        stretches_(profile, scope, options, work.cancel),
        events_(profile, scope, options, stretches_, work.cancel),
        merger_(profile, stretches_, events_, options.pixel),
        counters_(options.counters ? counters_of(profile, scope, work.cancel) : Counters{}),
        tracks_(profile, packets_),
        words_(profile, options, stretches_, packets_) {}

  Result<TraceStats> write();

 private:
  void write_header(int64_t start);
  void write_event(const Event& event);
  // Those whose part begins before `time`, or with it.
  void write_counters(int64_t time);
  void end_until(int64_t time);
  Place place_of(const Event& event);
  TraceStats stats() const;

  const Profile& profile_;
  const Work& work_;
  Packets packets_;
  Stretches stretches_;
  Events events_;
  Merger merger_;
  Counters counters_;
  Tracks tracks_;
  Words words_;
  std::priority_queue<OpenSlice, std::vector<OpenSlice>, EndsLater> open_;
  uint64_t slices_ = 0;
  uint64_t instants_ = 0;
  uint64_t merged_ = 0;
  std::vector<TrackId> counter_tracks_;
  size_t next_part_ = 0;  // of the counters
};

Result<TraceStats> Writer::write() {
  constexpr uint64_t kBetweenLooks = 1024;
  uint64_t done = 0;
  uint64_t written = 0;
  if (work_.cancel.cancelled()) return cancelled();
  std::optional<Event> event = merger_.next();
  std::optional<int64_t> start;
  const auto begins = [&](int64_t time) { start = std::min(start.value_or(time), time); };
  if (event) begins(event->time.start);
  if (counters_.parts() > 0) begins(counters_.start_of(0));
  write_header(start.value_or(0));
  for (; event; event = merger_.next()) {
    done += event->count;
    if (++written % kBetweenLooks == 0) {
      if (work_.cancel.cancelled() || !packets_.wanted()) return cancelled();
      work_.report(static_cast<double>(done) / static_cast<double>(events_.size()), "writing the trace");
    }
    write_counters(event->time.start);
    write_event(*event);
  }
  write_counters(INT64_MAX);
  while (!open_.empty()) end_until(open_.top().end);
  packets_.flush();
  if (work_.cancel.cancelled() || !packets_.wanted()) return cancelled();
  return stats();
}

void Writer::write_header(int64_t start) {
  packets_.header(start, profile_.info().utc_start_ns);
  const int64_t shift = trace_shift(profile_);
  if (shift == 0) return;
  const std::string remark = fmt::format("Times are {} s later than on the capture's clock",
                                         static_cast<double>(shift) / static_cast<double>(kSecond));
  packets_.instant(tracks_.remark("Note on time"), start, words_.remark(remark));
}

void Writer::write_event(const Event& event) {
  end_until(event.time.start);
  // The track first: it may have to be described before the event.
  const Place place = place_of(event);
  const EventWords& words = event.count > 1 ? words_.merged(event) : words_.of(event);
  if (event.count > 1) merged_ += event.count;
  if (place.instant) {
    packets_.instant(place.track, event.time.start, words);
    ++instants_;
    return;
  }
  packets_.begin(place.track, event.time.start, words);
  open_.push({event.time.end, slices_++, place.track});
}

// A value goes out where it differs from the one before; the last part is followed by nothing at all.
void Writer::write_counters(int64_t time) {
  const size_t parts = counters_.parts();
  for (; parts > 0 && next_part_ <= parts && counters_.start_of(next_part_) <= time; ++next_part_) {
    const int64_t start = counters_.start_of(next_part_);
    end_until(start);
    for (size_t i = 0; i < counters_.all.size(); ++i) {
      const Counter& of = counters_.all[i];
      if (next_part_ == 0) counter_tracks_.push_back(tracks_.counter(of, i));
      const double value = next_part_ < parts ? of.values[next_part_] : 0.0;
      if (next_part_ == 0 || next_part_ == parts || value != of.values[next_part_ - 1])
        packets_.counter(counter_tracks_[i], start, value);
    }
  }
}

// Ends come before beginnings of the same time, so that slices that touch do not nest.
void Writer::end_until(int64_t time) {
  while (!open_.empty() && open_.top().end <= time) {
    packets_.end(open_.top().track, open_.top().end);
    open_.pop();
  }
}

Place Writer::place_of(const Event& event) {
  switch (event.kind) {
    case EventKind::kernel:
      return tracks_.operation(profile_.kernels().stream[event.at], event.time);
    case EventKind::copy:
      return tracks_.operation(profile_.copies().stream[event.at], event.time);
    case EventKind::memset:
      return tracks_.operation(profile_.memsets().stream[event.at], event.time);
    case EventKind::range:
      return tracks_.range(profile_.nvtx().thread[event.at], event.time);
    case EventKind::start_end:
      return tracks_.start_end(profile_.nvtx().thread[event.at], event.time);
    case EventKind::mark:
      return tracks_.mark(profile_.nvtx().thread[event.at]);
    case EventKind::stretch:
      return tracks_.stretch(stretches_.all()[event.at], event.time);
    default:
      return tracks_.call(profile_.calls().thread[event.at], event.time);
  }
}

TraceStats Writer::stats() const {
  TraceStats stats;
  stats.bytes = packets_.bytes();
  stats.slices = slices_;
  stats.instants = instants_;
  stats.merged = merged_;
  stats.tracks = tracks_.count();
  stats.overflow = tracks_.overflow();
  stats.crowded = tracks_.crowded();
  stats.open = words_.open();
  stats.out_of_range = packets_.out_of_range();
  stats.shift_ns = trace_shift(profile_);
  return stats;
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
  if (options.nvtx_on_gpu) events += std::min<size_t>(profile.nvtx().size(), 1'000'000);
  if (options.calls) events += profile.calls().size();
  const auto whole = static_cast<double>(std::max<int64_t>(1, profile.extent().length()));
  const double part = std::min(1.0, static_cast<double>(scope.window().length()) / whole);
  return static_cast<double>(events) * part * kBytesOfEvent < kMostBytes ? 0 : pixel;
}

Result<TraceStats> write_trace(const Profile& profile, const Scope& scope, const TraceOptions& options,
                               const TraceSink& sink, const Work& work) {
  return Writer(profile, scope, options, sink, work).write();
}

}  // namespace nsys_ai
