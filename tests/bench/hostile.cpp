// Each shape is a formula: what the i-th of `n` kernels, with its call and its range, looks like.
#include "tests/bench/hostile.h"

#include <algorithm>
#include <functional>
#include <span>

namespace nsys_ai::bench {
namespace {

constexpr int64_t kTick = 1'000;  // between one row and the next, in nanoseconds

struct Triple {
  KernelRow kernel{};
  CallRow call{};
  RangeRow range{};
};

// A kernel in the middle of its tick, launched by a call inside a range, all by the first thread of the first
// process: what a shape changes is all that is odd about it.
Triple usual(int64_t at) {
  const int64_t start = kCaptureStartNs + at * kTick;
  const auto correlation = static_cast<uint32_t>(at + 1);
  Triple row;
  row.kernel.start = start + 500;
  row.kernel.end = start + 900;
  row.kernel.correlation = correlation;
  row.kernel.context = 1;
  row.kernel.stream = 7;
  row.kernel.name = static_cast<uint32_t>(at % 16);
  row.kernel.grid = 132;
  row.kernel.number = correlation;
  row.call = {start + 100, start + 300, global_tid(0, 0), correlation, 0};
  row.range = {start, start + 400, global_tid(0, 0), 0, 0, 0, 0};
  return row;
}

using Oddity = std::function<void(Triple& row, int64_t at, int64_t n, const WorkloadOptions& options)>;

// Rows of a table are written in the order in which they are given; `by_end` for ranges, as exports have
// them.
WriteRows rows_of(Oddity oddity) {
  return [oddity = std::move(oddity)](const WorkloadOptions& options, ExportFile& file) {
    const int64_t n = options.counts.kernels;
    int64_t last = kCaptureStartNs;
    std::vector<RangeRow> ranges;
    ranges.reserve(static_cast<size_t>(n));
    for (int64_t at = 0; at < n; ++at) {
      Triple row = usual(at);
      oddity(row, at, n, options);
      last = std::max({last, row.kernel.end, row.call.end, row.range.end});
      file.add(std::span<const KernelRow>(&row.kernel, 1));
      file.add(std::span<const CallRow>(&row.call, 1));
      ranges.push_back(row.range);
    }
    std::stable_sort(ranges.begin(), ranges.end(),
                     [](const RangeRow& left, const RangeRow& right) { return left.end < right.end; });
    file.add(std::span<const RangeRow>(ranges));
    return last;
  };
}

void all_at_once(Triple& row, int64_t, int64_t, const WorkloadOptions&) {
  for (auto* span : {&row.kernel.start, &row.call.start, &row.range.start}) *span = kCaptureStartNs;
  for (auto* span : {&row.kernel.end, &row.call.end, &row.range.end}) *span = kCaptureStartNs + kTick;
}

// Start/end ranges, each of which begins before the last has ended; calls that outlast them all.
void crossing_ranges(Triple& row, int64_t, int64_t n, const WorkloadOptions&) {
  row.range.start_end = true;
  row.range.end = row.range.start + n * kTick / 2;
  row.call.end = row.range.end + n * kTick;
}

// The i-th range encloses all that come after it.
void deep_nesting(Triple& row, int64_t at, int64_t n, const WorkloadOptions&) {
  row.range.end = kCaptureStartNs + (2 * n - at) * kTick;
}

void many_processes(Triple& row, int64_t at, int64_t, const WorkloadOptions&) {
  row.kernel.process = static_cast<uint32_t>(at);
  row.call.thread = row.range.thread = global_tid(at, 0);
}

void many_streams(Triple& row, int64_t at, int64_t, const WorkloadOptions& options) {
  static thread_local std::vector<uint32_t> ids;
  if (std::ssize(ids) != options.streams) ids = streams(options);
  row.kernel.device = static_cast<uint32_t>(at % options.devices);
  row.kernel.context = row.kernel.device + 1;
  row.kernel.stream = ids[static_cast<size_t>(at / options.devices) % ids.size()];
}

void many_threads(Triple& row, int64_t at, int64_t, const WorkloadOptions&) {
  row.call.thread = row.range.thread = global_pid(0) | (pid_of(0) + 1'000 + at);
}

// One range around everything, and in it the others side by side.
void one_giant(Triple& row, int64_t at, int64_t n, const WorkloadOptions&) {
  if (at == 0) row.range.end = kCaptureStartNs + 2 * n * kTick;
  // A kernel that goes on until the end, beside the others.
  if (at == 0) row.kernel.end = row.range.end;
}

void one_stream_overlapping(Triple& row, int64_t at, int64_t n, const WorkloadOptions&) {
  row.kernel.end = kCaptureStartNs + (2 * n - at) * kTick;
}

void own_names(Triple& row, int64_t at, int64_t, const WorkloadOptions&) {
  row.kernel.name = kOwnName;
  row.range.instance = static_cast<uint32_t>(at + 1);
}

void zero_length(Triple& row, int64_t, int64_t, const WorkloadOptions&) {
  row.kernel.end = row.kernel.start;
  row.call.end = row.call.start;
  row.range.end = row.range.start;
}

// `sizes` gives what else grows with the rows.
Shape hostile(std::string_view name, std::string_view what, Oddity oddity, int64_t n = 200'000) {
  GenerateOptions options;
  options.workload.counts = {.kernels = n, .calls = n, .nvtx = n, .copies = 0, .memsets = 0, .os_calls = 0};
  options.workload.devices = 1;
  options.workload.processes = 1;
  options.samples = 0;
  options.rows = rows_of(std::move(oddity));
  return {name, what, std::move(options)};
}

Shape with_own_names() {
  Shape shape = hostile("own-names", "A name of its own for each kernel and each range", own_names);
  shape.options.workload.registered = true;
  shape.options.workload.label_style = LabelStyle::hex;
  return shape;
}

Shape with_streams() {
  // Each GPU waits longer than what counts as a gap, so that twice the rows ask for the same work of each.
  Shape shape = hostile("many-streams", "1,200 GPUs with 250 streams each", many_streams, 300'000);
  shape.options.workload.devices = 1'200;
  shape.options.workload.streams = 250;
  return shape;
}

Shape with_processes() {
  Shape shape = hostile("many-processes", "As many processes as kernels", many_processes, 500'000);
  shape.options.workload.processes = 500'000;
  return shape;
}

}  // namespace

const std::vector<Shape>& hostile_shapes() {
  static const std::vector<Shape> all = {
      hostile("all-at-once", "Every kernel, call and range at one time", all_at_once),
      hostile("crossing-ranges", "Start/end ranges that overlap, calls that outlast them", crossing_ranges),
      hostile("deep-nesting", "Ranges that are all nested in one another", deep_nesting),
      with_processes(),
      with_streams(),
      hostile("many-threads", "A thread for each call and range", many_threads),
      hostile("one-giant", "One range and one kernel around everything", one_giant),
      hostile("one-stream-overlapping", "Kernels of one stream that all overlap", one_stream_overlapping),
      with_own_names(),
      hostile("zero-length", "Kernels, calls and ranges that take no time", zero_length)};
  return all;
}

}  // namespace nsys_ai::bench
