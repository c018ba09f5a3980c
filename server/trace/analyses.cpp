// Writes the analyses of each device, one after the other. Each runs when its turn comes, and its results are
// not stored.
#include <fmt/format.h>

#include <algorithm>

#include "analysis/nvtx/each_projection.h"
#include "analysis/time/idle.h"
#include "analysis/time/iterations.h"
#include "base/text_table.h"
#include "trace/sequence.h"
#include "trace/timeline/row_analyses.h"

namespace nsys_ai::perfetto {
namespace {

// Writes a value where it differs from the previous one; a final 0 ends the last part.
void write_counters(Output& output, const Counters& counters) {
  const size_t parts = counters.parts();
  if (parts == 0) return;
  Sequence sequence(output);
  sequence.begin(counters.start_of(0));
  std::vector<TrackId> tracks;
  for (const Counter& of : counters.all) tracks.push_back(output.tracks.counter(of));
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
  const Iterations& iterations = output.profile().derived(build_iterations);
  std::vector<Event> steps;
  for (uint32_t at = 0; at < iterations.all.size(); ++at) {
    const Iteration& step = iterations.all[at];
    const auto inside = step.gpu.empty() ? std::nullopt : output.scope.clip(step.gpu);
    if (inside && output.profile().devices()[device].process == step.process)
      steps.push_back({.kind = EventKind::iteration, .at = at, .time = *inside, .device = device});
  }
  std::stable_sort(steps.begin(), steps.end(), [](const Event& a, const Event& b) {
    return a.time.start != b.time.start ? a.time.start < b.time.start : a.time.end > b.time.end;
  });
  Sequence sequence(output);
  for (const Event& step : steps) sequence.append(step);
  sequence.finish();
}

// With merged pixels, ranges shorter than a pixel on the GPU are not drawn there.
void write_projections(Output& output, DeviceIx device) {
  const auto most =
      static_cast<int64_t>(std::max<size_t>(1, output.options.max_ranges / output.scope.devices().size()));
  Sequence sequence(output);
  int64_t total = 0;
  Interval last;
  each_projection(output.profile(), output.scope.clipping(), device, [&](uint32_t range, Interval time) {
    if (time.duration() < output.options.pixel || ++total > most) return true;
    last = time;
    return sequence.append({.kind = EventKind::projection, .at = range, .time = time, .device = device});
  });
  sequence.finish();
  if (total <= most) return;
  const TrackId track = output.tracks.analysis(EventKind::projection, device, {last.start, last.start}).track;
  output.writer.instant(
      track, last.start,
      output.describer.remark(
          fmt::format("{} ranges more, later than this one, are left out", readable_count(total - most))));
}

void write_gaps(Output& output, DeviceIx device) {
  Sequence sequence(output);
  bool more = true;
  each_idle_gap(output.profile(), output.scope, device, [&](const IdleGap& gap) {
    if (more && gap.gap.duration() >= kShortestGap)
      more = sequence.append({.kind = EventKind::gap, .at = gap.after, .time = gap.gap, .device = device});
  });
  sequence.finish();
}

}  // namespace

void write_analyses(Output& output, const Prepared& prepared) {
  const TraceOptions& options = output.options;
  const auto& devices = output.scope.devices();
  if (options.counters && output.goes_on()) write_counters(output, prepared.counters);
  for (size_t i = 0; i < devices.size() && output.goes_on(); ++i) {
    output.work.report(
        kEventsShare + (1 - kEventsShare) * static_cast<double>(i) / static_cast<double>(devices.size()),
        "writing what analyses say");
    if (options.iterations) write_iterations(output, devices[i]);
    if (options.idle && output.goes_on()) write_gaps(output, devices[i]);
    if (options.nvtx_on_gpu && output.goes_on()) write_projections(output, devices[i]);
  }
}

}  // namespace nsys_ai::perfetto
