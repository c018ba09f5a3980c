// Writes a trace: the events, then the results of analyses.
#include <algorithm>
#include <future>
#include <memory>

#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/time/iterations.h"
#include "base/parallel.h"
#include "base/context.h"
#include "profile/order.h"
#include "trace/chrome_json.h"
#include "trace/events.h"
#include "trace/packets.h"
#include "trace/sequence.h"
#include "trace/trace.h"
#include "trace/write_with.h"

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
    if (!sequence.append(*event)) break;
    if (++taken % kBetweenReports == 0)
      output.work.report(kEventsShare * static_cast<double>(taken) / static_cast<double>(events.size()),
                         "writing the trace");
  }
  sequence.finish();
  // An empty trace has a sequence as well.
  if (taken == 0) sequence.begin(output.scope.window().start);
}

// Builds the data for after the events; data that is not returned is cached in the profile.
Prepared prepare(const Profile& profile, const Scope& scope, const TraceOptions& options,
                 const CancelToken& cancel, const CancelToken& stop) {
  const auto goes_on = [&](bool wanted) { return wanted && !cancel.cancelled() && !stop.cancelled(); };
  Prepared prepared;
  // The step with the largest peak memory comes first, while little else is stored.
  if (goes_on(options.iterations)) profile.derived(build_iterations);
  if (goes_on(options.nvtx_on_gpu)) profile.derived(build_nvtx_enclosures);
  if (goes_on(options.counters)) prepared.counters = counters_of(profile, scope, stop);
  if (goes_on(options.idle)) {
    profile.derived(build_launches);
    profile.derived(build_operation_order);
  }
  if (goes_on(options.findings && options.notes)) prepared.findings = options.notes();
  if (goes_on(options.bookmarks && options.workspace_notes)) prepared.workspace = options.workspace_notes();
  return prepared;
}

// Writes notes about unread data, from the start of the scope to its end.
void write_unread(Output& output, const LossNotes& losses) {
  output.stats.notes = losses.notes();
  std::vector<TraceNote> notes;
  for (const std::string& note : output.stats.notes) notes.push_back({"note", note, {}, {}});
  write_notes(output, NoteGroup::unread, notes);
}

std::unique_ptr<Writer> writer_of(const Recorded& recorded, const TraceOptions& options,
                                  const TraceSink& sink) {
  const Profile& profile = recorded.profile;
  const int64_t shift = options.place ? options.place->shift : trace_shift(profile);
  if (options.format == TraceFormat::perfetto)
    return std::make_unique<Packets>(sink, options.chunk_bytes, shift, options.place);
  int64_t largest_id = 0;
  const auto widen = [&](int64_t id) {
    if (id <= INT32_MAX) largest_id = std::max(largest_id, id);
  };
  for (const Process& process : profile.processes()) widen(process.pid);
  for (const Thread& thread : profile.threads()) widen(thread.tid);
  if (recorded.os_calls)
    for (const EventThread& thread : recorded.os_calls->threads) widen(thread.tid);
  if (recorded.others)
    for (const EventThread& thread : recorded.others->threads) widen(thread.tid);
  return std::make_unique<ChromeJson>(sink, options.chunk_bytes, shift, largest_id);
}

}  // namespace

int64_t trace_shift(const Profile& profile) {
  const int64_t start = profile.extent().start;
  if (start >= 0) return 0;
  // Whole seconds are easy to subtract. The division comes before the negation, since the lowest number has
  // no opposite.
  const int64_t seconds = -(start / kSecond) + (start % kSecond != 0 ? 1 : 0);
  int64_t shift = 0;
  return __builtin_mul_overflow(seconds, kSecond, &shift) ? INT64_MAX : shift;
}

Result<TraceStats> write_trace(const Profile& profile, const Scope& scope, const TraceOptions& options,
                               const TraceSink& sink, const Work& work) {
  return cancellable(work, [&]() -> Result<TraceStats> {
    const auto recorded = recorded_for(profile, options, work);
    if (!recorded) return tl::unexpected(recorded.error());
    return write_with(*writer_of(*recorded, options, sink), *recorded, scope, options, work);
  });
}

namespace perfetto {

Interval run_of(const Recorded& recorded) {
  Interval run = recorded.profile.extent();
  const auto add = [&](const Spans& events) {
    for (size_t i = 0; i < events.size(); ++i) {
      const Interval time = events.interval(i);
      run = hull(run, occupied_time({time.start, time.end == Spans::kOpen ? time.start : time.end}));
    }
  };
  if (recorded.os_calls) add(*recorded.os_calls);
  if (recorded.others) add(*recorded.others);
  return run;
}

Result<Recorded> recorded_for(const Profile& profile, const TraceOptions& options, const Work& work) {
  Recorded recorded{profile};
  if (options.os_calls) {
    const auto os_calls = profile.events<OsCalls>(part_of(work, 0, 0));
    if (!os_calls) return tl::unexpected(os_calls.error());
    recorded.os_calls = *os_calls;
  }
  if (options.others) {
    const auto others = profile.events<OtherEvents>(part_of(work, 0, 0));
    if (!others) return tl::unexpected(others.error());
    recorded.others = *others;
  }
  recorded.end = run_of(recorded).end;
  return recorded;
}

Result<TraceStats> write_with(Writer& writer, const Recorded& recorded, const Scope& scope,
                              const TraceOptions& options, const Work& work) {
  const LossNotes losses;
  if (recorded.os_calls != nullptr) report_loss(recorded.os_calls->losses);
  if (recorded.others != nullptr) report_loss(recorded.others->losses);
  const Profile& profile = recorded.profile;
  Output output{recorded,
                scope,
                options,
                work,
                writer,
                Tracks(recorded, options, writer),
                EventDescriber(recorded, options, work, writer),
                {}};
  const CancelToken stop;
  std::future<Prepared> behind =
      std::async(usable_cores() > 1 ? std::launch::async : std::launch::deferred,
                 [&, context = Context::current().for_helper()]() -> Prepared {
                   const ScopedContext bound(context);
                   const Work until_stop{stop, {}};
                   const WorkScope working(until_stop);
                   try {
                     return prepare(profile, scope, options, work.cancel, stop);
                   } catch (const Cancelled&) {
                     return {};  // the reader has stopped
                   }
                 });
  if (output.goes_on()) write_events(output);
  if (!output.goes_on()) stop.cancel();
  output.work.report(kEventsShare, "waiting for what analyses say");
  const Prepared prepared = behind.get();
  write_analyses(output, prepared);
  if (options.metrics && output.goes_on())
    if (const auto written = write_metrics(output); !written) return tl::unexpected(written.error());
  if (options.nvtx && options.counters && output.goes_on())
    if (const auto written = write_mark_counters(output); !written) return tl::unexpected(written.error());
  if (output.goes_on()) write_notes(output, NoteGroup::findings, prepared.findings);
  for (const NoteGroup group : {NoteGroup::bookmarks, NoteGroup::requests})
    if (output.goes_on()) write_notes(output, group, notes_in(group, prepared.workspace));
  if (output.goes_on()) write_unread(output, losses);
  if (output.goes_on()) writer.finish();
  if (!output.goes_on()) return cancelled();
  TraceStats stats = output.stats;
  stats.bytes = writer.bytes();
  stats.open = output.describer.open();
  stats.tracks = output.tracks.count();
  stats.overflow = output.tracks.overflow();
  stats.crowded = output.tracks.crowded();
  stats.out_of_range = writer.out_of_range();
  stats.shift_ns = options.place ? options.place->shift : trace_shift(profile);
  return stats;
}

}  // namespace perfetto
}  // namespace nsys_ai
