// The writing of a trace: the events, and behind them what analyses say.
#include <algorithm>
#include <future>
#include <memory>

#include "analysis/iterations.h"
#include "analysis/nvtx_paths.h"
#include "base/parallel.h"
#include "profile/file_tables.h"
#include "profile/order.h"
#include "trace/chrome_json.h"
#include "trace/events.h"
#include "trace/packets.h"
#include "trace/sequence.h"
#include "trace/trace.h"

namespace nsys_ai {
namespace {

using namespace perfetto;

constexpr int64_t kSecond = 1'000'000'000;

void write_events(Output& output) {
  constexpr uint64_t kBetweenReports = 4096;
  Events events(output.recorded, output.scope, output.options);
  Sequence sequence(output);
  uint64_t taken = 0;
  while (const auto event = events.next()) {
    if (!sequence.take(*event)) break;
    if (++taken % kBetweenReports == 0)
      output.work.report(kEventsShare * static_cast<double>(taken) / static_cast<double>(events.size()),
                         "writing the trace");
  }
  sequence.finish();
  // A trace of nothing is one as well.
  if (taken == 0) sequence.begin(output.scope.window().start);
}

// Makes what comes behind the events; the profile keeps what is not handed back.
Prepared prepare(const Profile& profile, const Scope& scope, const TraceOptions& options,
                 const CancelToken& cancel, const CancelToken& stop) {
  const auto goes_on = [&](bool wanted) { return wanted && !cancel.cancelled() && !stop.cancelled(); };
  Prepared prepared;
  // What takes the most room on the way comes first, while little else is kept.
  if (goes_on(options.iterations)) profile.derived(build_iterations);
  if (goes_on(options.nvtx_on_gpu)) profile.derived(build_nvtx_enclosures);
  if (goes_on(options.counters)) prepared.counters = counters_of(profile, scope, stop);
  if (goes_on(options.idle)) {
    profile.derived(build_launches);
    profile.derived(build_operation_order);
  }
  if (goes_on(options.findings && options.notes)) prepared.notes = options.notes();
  return prepared;
}

std::unique_ptr<Writer> writer_of(const Recorded& recorded, const TraceOptions& options,
                                  const TraceSink& sink) {
  const Profile& profile = recorded.profile;
  const int64_t shift = trace_shift(profile);
  if (options.format == TraceFormat::perfetto)
    return std::make_unique<Packets>(sink, options.chunk_bytes, shift);
  int64_t largest_id = 0;
  const auto widen = [&](int64_t id) {
    if (id <= INT32_MAX) largest_id = std::max(largest_id, id);
  };
  for (const Process& process : profile.processes()) widen(process.pid);
  for (const Thread& thread : profile.threads()) widen(thread.tid);
  if (recorded.os_calls)
    for (const EventThread& thread : recorded.os_calls->threads) widen(thread.tid);
  return std::make_unique<ChromeJson>(sink, options.chunk_bytes, shift, largest_id);
}

constexpr double kMostBytes = 200e6;

// How many of these begin in the scope's window, as some tens of thousands of them tell.
double begun_in(const Spans& events, const Scope& scope) {
  if (!scope.has_window()) return static_cast<double>(events.size());
  constexpr size_t kLookedAt = 1 << 16;
  const Interval window = scope.window();
  const size_t step = events.size() / kLookedAt + 1;
  size_t inside = 0;
  for (size_t at = 0; at < events.size(); at += step)
    inside += window.start <= events.start[at] && events.start[at] < window.end ? 1 : 0;
  return static_cast<double>(inside * step);
}

double estimated_bytes(const Profile& profile, const Scope& scope, const TraceOptions& options) {
  // As measured: a slice takes two packets.
  const double bytes_of_event = options.format == TraceFormat::json ? 150 : 36;
  double events = 0;
  if (options.kernels) events += begun_in(profile.kernels(), scope);
  if (options.copies) events += begun_in(profile.copies(), scope);
  if (options.memsets) events += begun_in(profile.memsets(), scope);
  const double ranges = begun_in(profile.nvtx(), scope);
  if (options.nvtx) events += ranges;
  if (options.nvtx_on_gpu) events += std::min(ranges, static_cast<double>(options.most_ranges));
  // Both ends of an arrow stand in the events that it joins.
  constexpr double kWithArrow = 1.6;
  if (options.calls) events += kWithArrow * begun_in(profile.calls(), scope);
  // What opening leaves in the file is taken to be spread evenly.
  int64_t in_file = 0;
  if (options.os_calls) in_file += rows_read_as(profile.tables(), "os_call");
  if (options.metrics) in_file += rows_read_as(profile.tables(), "gpu_metric");
  const auto whole = static_cast<double>(std::max<int64_t>(1, profile.extent().length()));
  events +=
      static_cast<double>(in_file) * std::min(1.0, static_cast<double>(scope.window().length()) / whole);
  return events * bytes_of_event;
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
  if (detail == TraceDetail::full) return 0;
  const int64_t pixel = std::max<int64_t>(1, scope.window().length() / kOverviewPixels);
  if (detail == TraceDetail::overview) return pixel;
  return estimated_bytes(profile, scope, options) < kMostBytes ? 0 : pixel;
}

TraceOptions usual_kinds(const Profile& profile, const Scope& scope, TraceFormat format) {
  constexpr double kMostBytesWithCalls = 50e6;
  TraceOptions options;
  options.format = format;
  options.calls = true;
  options.calls = estimated_bytes(profile, scope, options) < kMostBytesWithCalls;
  options.findings = estimated_bytes(profile, scope, options) < kMostBytes;
  options.os_calls =
      profile.kernels().size() + profile.copies().size() + profile.memsets().size() + profile.nvtx().size() ==
      0;
  return options;
}

Result<TraceStats> write_trace(const Profile& profile, const Scope& scope, const TraceOptions& options,
                               const TraceSink& sink, const Work& work) {
  Recorded recorded{profile};
  if (options.os_calls) {
    const auto os_calls = profile.family<OsCalls>(part_of(work, 0, 0));
    if (!os_calls) return tl::unexpected(os_calls.error());
    recorded.os_calls = *os_calls;
  }
  const std::unique_ptr<Writer> writer = writer_of(recorded, options, sink);
  Output output{recorded,
                scope,
                options,
                work,
                *writer,
                Tracks(recorded, options, *writer),
                Words(recorded, options, work, *writer),
                {}};
  const CancelToken stop;
  std::future<Prepared> behind =
      std::async(usable_cores() > 1 ? std::launch::async : std::launch::deferred,
                 [&] { return prepare(profile, scope, options, work.cancel, stop); });
  if (output.goes_on()) write_events(output);
  if (!output.goes_on()) stop.cancel();
  const Prepared prepared = behind.get();
  write_analyses(output, prepared);
  if (options.metrics && output.goes_on())
    if (const auto written = write_metrics(output); !written) return tl::unexpected(written.error());
  if (output.goes_on()) write_notes(output, prepared.notes);
  if (output.goes_on()) writer->finish();
  if (!output.goes_on()) return cancelled();
  TraceStats stats = output.stats;
  stats.bytes = writer->bytes();
  stats.open = output.words.open();
  stats.tracks = output.tracks.count();
  stats.overflow = output.tracks.overflow();
  stats.crowded = output.tracks.crowded();
  stats.out_of_range = writer->out_of_range();
  stats.shift_ns = trace_shift(profile);
  return stats;
}

}  // namespace nsys_ai
