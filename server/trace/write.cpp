// The writing of a trace: events by time, each slice begun and ended when its turn comes; then, as a sequence
// of their own, what analyses say.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/idle.h"
#include "analysis/iterations.h"
#include "analysis/nvtx_gpu.h"
#include "base/text_table.h"
#include "trace/counters.h"
#include "trace/events.h"
#include "trace/merge.h"
#include "trace/packets.h"
#include "trace/trace.h"
#include "trace/tracks.h"
#include "trace/words.h"

namespace nsys_ai {
namespace {

using namespace perfetto;

constexpr int64_t kSecond = 1'000'000'000;

// Shorter gaps are what a launch costs at the least; there is one behind nearly every kernel.
constexpr int64_t kShortestGap = 5'000;  // ns

// Of the work, as progress is told.
constexpr double kEvents = 0.8;

// What the sequences of one trace share.
struct Output {
  const Profile& profile;
  const Scope& scope;
  const TraceOptions& options;
  const Work& work;
  Writer& writer;
  Tracks tracks;
  Words words;
  TraceStats stats;

  bool goes_on() const { return !work.cancel.cancelled() && writer.wanted(); }
};

// Events in order of time, once each, that are merged, worded and placed as they come.
class Sequence {
 public:
  explicit Sequence(Output& output)
      : output_(output),
        merger_(output.profile, output.options.pixel, [this](const Event& event) { write(event); }) {}

  // False when nobody wants more.
  bool take(const Event& event) {
    constexpr uint64_t kBetweenLooks = 1024;
    if (++taken_ % kBetweenLooks == 0) goes_on_ = output_.goes_on();
    if (goes_on_) merger_.take(event);
    return goes_on_;
  }
  void finish() {
    if (goes_on_) merger_.finish();
    if (begun_) output_.writer.end_sequence();
  }
  void begin(int64_t start);

 private:
  void write(const Event& event);
  Place place_of(const Event& event);

  Output& output_;
  Merger merger_;
  uint64_t taken_ = 0;
  bool begun_ = false;
  bool goes_on_ = true;
};

// The first one of a trace says what holds for all of it.
void Sequence::begin(int64_t start) {
  begun_ = true;
  output_.writer.begin_sequence(start, output_.profile.info().utc_start_ns);
  output_.words.begin_sequence();
  const int64_t shift = trace_shift(output_.profile);
  if (shift == 0 || output_.tracks.count() > 0) return;
  const TrackId track = output_.tracks.remark("Note on time");
  output_.writer.instant(
      track, start,
      output_.words.remark(fmt::format("Times are {} s later than on the capture's clock",
                                       static_cast<double>(shift) / static_cast<double>(kSecond))));
}

void Sequence::write(const Event& event) {
  if (!begun_) begin(event.time.start);
  // The track first: it may have to be described before the event.
  const Place place = place_of(event);
  const EventWords& words = event.count > 1 ? output_.words.merged(event) : output_.words.of(event);
  if (event.count > 1) output_.stats.merged += event.count;
  if (place.instant) {
    output_.writer.instant(place.track, event.time.start, words);
    ++output_.stats.instants;
  } else {
    output_.writer.slice(place.track, event.time, words);
    ++output_.stats.slices;
  }
}

Place Sequence::place_of(const Event& event) {
  const Profile& profile = output_.profile;
  Tracks& tracks = output_.tracks;
  if (is_operation(event.kind))
    return tracks.operation(operations_of(profile, event.kind).stream[event.at], event.time);
  if (is_analysis(event.kind)) return tracks.analysis(event.kind, event.device, event.time);
  switch (event.kind) {
    case EventKind::start_end:
      return tracks.start_end(profile.nvtx().thread[event.at], event.time);
    case EventKind::mark:
      return tracks.mark(profile.nvtx().thread[event.at]);
    case EventKind::call:
      return tracks.call(profile.calls().thread[event.at], event.time);
    default:
      return tracks.range(profile.nvtx().thread[event.at], event.time);
  }
}

void write_events(Output& output) {
  constexpr uint64_t kBetweenReports = 4096;
  Events events(output.profile, output.scope, output.options);
  Sequence sequence(output);
  uint64_t taken = 0;
  while (const auto event = events.next()) {
    if (!sequence.take(*event)) break;
    if (++taken % kBetweenReports == 0)
      output.work.report(kEvents * static_cast<double>(taken) / static_cast<double>(events.size()),
                         "writing the trace");
  }
  sequence.finish();
  // A trace of nothing is one as well.
  if (taken == 0) sequence.begin(output.scope.window().start);
}

// A value goes out where it differs from the one before; the last part is followed by nothing at all.
void write_counters(Output& output) {
  const Counters counters = counters_of(output.profile, output.scope, output.work.cancel);
  const size_t parts = counters.parts();
  if (parts == 0) return;
  Sequence sequence(output);
  sequence.begin(counters.start_of(0));
  std::vector<TrackId> tracks;
  for (size_t i = 0; i < counters.all.size(); ++i)
    tracks.push_back(output.tracks.counter(counters.all[i], i));
  for (size_t part = 0; part <= parts && output.goes_on(); ++part)
    for (size_t i = 0; i < counters.all.size(); ++i) {
      const std::vector<double>& values = counters.all[i].values;
      const double value = part < parts ? values[part] : 0.0;
      if (part == 0 || part == parts || value != values[part - 1])
        output.writer.counter(tracks[i], counters.start_of(part), value);
    }
  sequence.finish();
}

void write_iterations(Output& output, DeviceIx device) {
  const Iterations& iterations = output.profile.derived(build_iterations);
  std::vector<Event> steps;
  for (uint32_t at = 0; at < iterations.all.size(); ++at) {
    const Iteration& step = iterations.all[at];
    const auto inside = step.gpu.empty() ? std::nullopt : output.scope.clip(step.gpu);
    if (inside && output.profile.devices()[device].process == step.process)
      steps.push_back({.kind = EventKind::iteration, .at = at, .time = *inside, .device = device});
  }
  std::stable_sort(steps.begin(), steps.end(), [](const Event& a, const Event& b) {
    return a.time.start != b.time.start ? a.time.start < b.time.start : a.time.end > b.time.end;
  });
  Sequence sequence(output);
  for (const Event& step : steps) sequence.take(step);
  sequence.finish();
}

// Where pixels are merged, ranges that are shorter than one on the host are not looked for on the GPU.
void write_projections(Output& output, DeviceIx device) {
  const Nvtx& nvtx = output.profile.nvtx();
  const auto most = static_cast<int64_t>(output.options.most_ranges / output.scope.devices().size());
  Sequence sequence(output);
  int64_t taken = 0;
  Interval last;
  const int64_t total = each_projection(
      output.profile, output.scope, device,
      [&](uint32_t range) { return nvtx.interval(range).length() >= output.options.pixel; },
      [&](uint32_t range, Interval time) {
        if (taken == most) return false;
        ++taken;
        last = time;
        return sequence.take({.kind = EventKind::projection, .at = range, .time = time, .device = device});
      });
  sequence.finish();
  if (taken < most || total == taken) return;
  const TrackId track = output.tracks.analysis(EventKind::projection, device, {last.start, last.start}).track;
  output.writer.instant(track, last.start,
                        output.words.remark(fmt::format("{} ranges more, later than this one, are left out",
                                                        readable_count(total - taken))));
}

void write_gaps(Output& output, DeviceIx device) {
  Sequence sequence(output);
  bool more = true;
  each_idle_gap(output.profile, output.scope, device, [&](const IdleGap& gap) {
    if (more && gap.gap.length() >= kShortestGap)
      more = sequence.take({.kind = EventKind::gap, .at = gap.after, .time = gap.gap, .device = device});
  });
  sequence.finish();
}

// What analyses say comes behind the events, so that nobody waits for it.
void write_analyses(Output& output) {
  const TraceOptions& options = output.options;
  const auto& devices = output.scope.devices();
  if (options.counters && output.goes_on()) write_counters(output);
  for (size_t i = 0; i < devices.size() && output.goes_on(); ++i) {
    output.work.report(kEvents + (1 - kEvents) * static_cast<double>(i) / static_cast<double>(devices.size()),
                       "writing what analyses say");
    if (options.iterations) write_iterations(output, devices[i]);
    if (options.idle && output.goes_on()) write_gaps(output, devices[i]);
    if (options.nvtx_on_gpu && output.goes_on()) write_projections(output, devices[i]);
  }
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
  Packets writer(sink, options.chunk_bytes, trace_shift(profile));
  Output output{profile,
                scope,
                options,
                work,
                writer,
                Tracks(profile, options.pixel, writer),
                Words(profile, options, writer),
                {}};
  if (output.goes_on()) write_events(output);
  write_analyses(output);
  if (output.goes_on()) writer.finish();
  if (!output.goes_on()) return cancelled();
  TraceStats stats = output.stats;
  stats.bytes = writer.bytes();
  stats.open = output.words.open();
  stats.tracks = output.tracks.count();
  stats.overflow = output.tracks.overflow();
  stats.crowded = output.tracks.crowded();
  stats.out_of_range = writer.out_of_range();
  stats.shift_ns = trace_shift(profile);
  return stats;
}

}  // namespace nsys_ai
