// The writing of a trace: events by time, each slice begun and ended when its turn comes.
#include <fmt/format.h>

#include <queue>

#include "trace/events.h"
#include "trace/packets.h"
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
        events_(profile, scope, options, work.cancel),
        tracks_(profile, packets_),
        words_(profile, options, packets_) {}

  Result<TraceStats> write();

 private:
  void write_header(int64_t start);
  void write_event(const Event& event);
  void end_until(int64_t time);
  Place place_of(const Event& event);
  TraceStats stats() const;

  const Profile& profile_;
  const Work& work_;
  Packets packets_;
  Events events_;
  Tracks tracks_;
  Words words_;
  std::priority_queue<OpenSlice, std::vector<OpenSlice>, EndsLater> open_;
  uint64_t slices_ = 0;
  uint64_t instants_ = 0;
};

Result<TraceStats> Writer::write() {
  constexpr uint64_t kBetweenLooks = 1024;
  uint64_t done = 0;
  if (work_.cancel.cancelled()) return cancelled();
  std::optional<Event> event = events_.next();
  write_header(event ? event->time.start : 0);
  for (; event; event = events_.next()) {
    if (++done % kBetweenLooks == 0) {
      if (work_.cancel.cancelled() || !packets_.wanted()) return cancelled();
      work_.report(static_cast<double>(done) / static_cast<double>(events_.size()), "writing the trace");
    }
    write_event(*event);
  }
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
  const EventWords& words = words_.of(event);
  if (place.instant) {
    packets_.instant(place.track, event.time.start, words);
    ++instants_;
    return;
  }
  packets_.begin(place.track, event.time.start, words);
  open_.push({event.time.end, slices_++, place.track});
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
    default:
      return tracks_.call(profile_.calls().thread[event.at], event.time);
  }
}

TraceStats Writer::stats() const {
  TraceStats stats;
  stats.bytes = packets_.bytes();
  stats.slices = slices_;
  stats.instants = instants_;
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

Result<TraceStats> write_trace(const Profile& profile, const Scope& scope, const TraceOptions& options,
                               const TraceSink& sink, const Work& work) {
  return Writer(profile, scope, options, sink, work).write();
}

}  // namespace nsys_ai
