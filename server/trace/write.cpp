// The writing of a trace: the events, and behind them what analyses say.
#include <algorithm>
#include <memory>

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

// Rows of a family that opening leaves in the file, at the most.
size_t rows_read_as(const Profile& profile, std::string_view family) {
  int64_t rows = 0;
  for (const FileTable& table : profile.tables())
    if (table.read_as == family) rows += table.rows;
  return static_cast<size_t>(std::max<int64_t>(0, rows));
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
  const double bytes_of_event = options.format == TraceFormat::json ? 150 : 36;
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
  if (options.os_calls) events += rows_read_as(profile, "os_call");
  if (options.metrics) events += rows_read_as(profile, "gpu_metric");
  const auto whole = static_cast<double>(std::max<int64_t>(1, profile.extent().length()));
  const double part = std::min(1.0, static_cast<double>(scope.window().length()) / whole);
  return static_cast<double>(events) * part * bytes_of_event < kMostBytes ? 0 : pixel;
}

Result<TraceStats> write_trace(const Profile& profile, const Scope& scope, const TraceOptions& options,
                               const TraceSink& sink, const Work& work) {
  Recorded recorded{profile};
  if (options.os_calls) {
    const auto os_calls = profile.family<OsCalls>(work);
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
  if (output.goes_on()) write_events(output);
  if (const auto written = write_analyses(output); !written) return tl::unexpected(written.error());
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
