// Estimates the size of a trace, and selects what is shown by default.
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>

#include "profile/file_tables.h"
#include "profile/other_tables.h"
#include "trace/trace.h"

namespace nsys_ai {
namespace {

constexpr double kMaxBytes = 200e6;
constexpr double kMaxBytesWithCalls = 50e6;

// Estimates the number of events that begin in the scope from some tens of thousands of them; `shows` says
// whether the scope includes the event's owner.
template <class Shows>
double begun_in(const Profile& profile, const Scope& scope, const Spans& events, Shows shows) {
  if (scope.is_whole(profile)) return static_cast<double>(events.size());
  constexpr size_t kLookedAt = 1 << 16;
  const Interval window = scope.window();
  const size_t step = events.size() / kLookedAt + 1;
  size_t inside = 0;
  for (size_t at = 0; at < events.size(); at += step)
    if (window.start <= events.start[at] && events.start[at] <= window.end && shows(at)) ++inside;
  return static_cast<double>(inside * step);
}

double operations_in(const Profile& profile, const Scope& scope, const Operations& operations) {
  return begun_in(profile, scope, operations, [&](size_t at) { return scope.has(operations.stream[at]); });
}

// Events of threads.
template <class Events>
double host_events_in(const Profile& profile, const Scope& scope, const Events& events) {
  return begun_in(profile, scope, events,
                  [&](size_t at) { return scope.has(profile.threads()[events.thread[at]].process); });
}

// Each row is described once, which dominates a trace with a few events on each of very many rows. A GPU has
// rows of its own for analyses and counters.
double rows_of(const Profile& profile, const Scope& scope, const TraceOptions& options) {
  constexpr double kOfGpu = 6;
  double rows = kOfGpu * static_cast<double>(scope.devices().size());
  for (size_t at = 0; at < profile.streams().size(); ++at) rows += scope.has(StreamIx(at)) ? 1 : 0;
  const double of_thread = (options.nvtx ? 1 : 0) + (options.calls ? 1 : 0);
  return rows + of_thread * static_cast<double>(profile.threads().size());
}

// The share of ranges with a new text, and its bytes. The number of texts is estimated from those that occur
// once or twice in some thousands (Chao's estimator, which tends to be too low).
double label_bytes_of_range(const Profile& profile) {
  constexpr size_t kLookedAt = 4096;
  constexpr double kBesideText = 9;
  const TextColumn& texts = profile.nvtx().text;
  if (texts.size() == 0) return 0;
  std::unordered_map<std::string, size_t> met;
  double bytes = 0, looked = 0, once = 0, twice = 0;
  for (size_t at = 0; at < texts.size(); at += texts.size() / kLookedAt + 1) {
    std::string text = texts.whole(at);
    bytes += static_cast<double>(text.size()) + kBesideText;
    ++looked;
    ++met[std::move(text)];
  }
  for (const auto& [text, times] : met) {
    once += times == 1 ? 1 : 0;
    twice += times == 2 ? 1 : 0;
  }
  const double unseen = twice > 0 ? once * once / (2 * twice) : once * (once - 1) / 2;
  const double share = (static_cast<double>(met.size()) + unseen) / static_cast<double>(texts.size());
  return std::min(1.0, share) * bytes / looked;
}

double estimated_bytes(const Profile& profile, const Scope& scope, const TraceOptions& options) {
  // Measured; a slice takes two packets.
  const double bytes_of_event = options.format == TraceFormat::json ? 150 : 36;
  double events = 0;
  if (options.kernels)
    events += operations_in(profile, scope, profile.kernels()) +
              operations_in(profile, scope, profile.graph_runs());
  if (options.copies) events += operations_in(profile, scope, profile.copies());
  if (options.memsets) events += operations_in(profile, scope, profile.memsets());
  const double ranges = host_events_in(profile, scope, profile.nvtx());
  if (options.nvtx) events += ranges;
  const double on_gpu = options.nvtx_on_gpu ? std::min(ranges, static_cast<double>(options.max_ranges)) : 0;
  events += on_gpu;
  // Perfetto's traces define each text once for the rows of threads and, where there are very many, again for
  // those of GPUs.
  const double labelled = options.format == TraceFormat::perfetto ? (options.nvtx ? ranges : 0) + on_gpu : 0;
  const double labels = labelled > 0 ? labelled * label_bytes_of_range(profile) : 0;
  // Each arrow adds data to both events that it joins.
  constexpr double kWithArrow = 1.6;
  if (options.calls) events += kWithArrow * host_events_in(profile, scope, profile.calls());
  // Events that are not read at open are assumed to be evenly distributed.
  int64_t in_file = 0;
  if (options.os_calls) in_file += rows_read_as(profile.tables(), "os_call");
  if (options.others) {
    for (const KindRows& kind : rows_by_kind(profile.tables())) in_file += kind.rows;
    in_file += rows_read_as(profile.tables(), "sched_event") + rows_read_as(profile.tables(), "cpu_sample");
  }
  if (options.metrics) in_file += rows_read_as(profile.tables(), "gpu_metric");
  const auto whole = static_cast<double>(std::max<int64_t>(1, profile.extent().duration()));
  const double part = static_cast<double>(scope.window().duration()) / whole;
  events += static_cast<double>(in_file) * std::min(1.0, part);
  constexpr double kBytesOfRow = 95;
  return events * bytes_of_event + labels + rows_of(profile, scope, options) * kBytesOfRow;
}

}  // namespace

int64_t estimated_trace_bytes(const Profile& profile, const Scope& scope, const TraceOptions& options) {
  return static_cast<int64_t>(estimated_bytes(profile, scope, options));
}

Result<int64_t> pixel_within(const Profile& profile, const Scope& scope, const TraceOptions& options,
                             int64_t most_bytes) {
  if (estimated_trace_bytes(profile, scope, options) <= most_bytes) return 0;
  // Events of an overview are counted. Halving the pixel at most doubles their number.
  TraceOptions counted = options;
  counted.pixel = pixel_for(profile, scope, options, TraceDetail::overview);
  counted.findings = false;
  const auto written = write_trace(profile, scope, counted, [](std::string_view) { return true; });
  if (!written) return tl::unexpected(written.error());
  const double share =
      static_cast<double>(written->bytes) / static_cast<double>(std::max<int64_t>(1, most_bytes));
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(static_cast<double>(counted.pixel) * share)));
}

int64_t pixel_for(const Profile& profile, const Scope& scope, const TraceOptions& options,
                  TraceDetail detail) {
  if (detail == TraceDetail::full) return 0;
  const int64_t pixel = std::max<int64_t>(1, scope.window().duration() / kOverviewPixels);
  if (detail == TraceDetail::overview) return pixel;
  return estimated_bytes(profile, scope, options) < kMaxBytes ? 0 : pixel;
}

TraceOptions default_kinds(const Profile& profile, const Scope& scope, TraceFormat format) {
  TraceOptions options;
  options.format = format;
  options.calls = true;
  options.calls = estimated_bytes(profile, scope, options) < kMaxBytesWithCalls;
  options.others = true;
  options.others = estimated_bytes(profile, scope, options) < kMaxBytesWithCalls;
  options.findings = estimated_bytes(profile, scope, options) < kMaxBytes;
  options.os_calls = has_only_os_calls(profile);
  return options;
}

bool has_only_os_calls(const Profile& profile) {
  return profile.kernels().size() + profile.copies().size() + profile.memsets().size() +
             profile.nvtx().size() ==
         0;
}

}  // namespace nsys_ai
