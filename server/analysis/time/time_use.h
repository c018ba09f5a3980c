// What the time of a GPU went into: one use for each nanosecond.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nsys_ai {

// Where several things run at once the first of these that does has the time, so that what would remain if
// another one went away is never counted as its.
enum class TimeUse : uint8_t {
  // The GPU works.
  compute,
  faulting,           // compute, while pages of unified memory move that a kernel waits for
  plain_matrix,       // only kernels that multiply matrices without tensor cores, by their names
  small_kernel,       // only a kernel behind a gap of `small_gap`
  communication,      // communication and no compute
  shared_collective,  // the same on a stream whose main work is compute
  late_collective,    // the same, of a collective that takes three times the median of its like: beyond it
  copy,               // copies and no kernel
  pageable_copy,      // the same, only of pageable host memory
  migration,          // the same, only of unified memory
  graph,              // only graphs that were recorded as a whole
  other_work,         // only memsets
  // Nothing runs, while the program starts: before the first operation, or in a gap early in the run.
  connecting,    // ranges that set up communication
  loading_code,  // loading, linking and compiling of code, and first launches
  pooling,       // allocation
  starting,      // the start of a library: contexts, runtimes, handles
  before_first,  // none of those, before the first operation
  not_begun,     // the same of a process that was running when the capture began
  // Nothing runs between two operations.
  collection,       // garbage collection
  late_code,        // loading and compiling of code behind the start of the run
  allocation,       // calls that allocate or release
  blocking_copy,    // copies that block the host
  synchronisation,  // waits for the GPU
  late_host,        // the host was late, for none of those reasons
  long_launch,      // a launch was under way
  device_wait,      // the operation had been launched
  no_launch,        // no launch was recorded
  short_gap,        // shorter than kShortGapNs
  small_gap,        // short, between two small kernels
  node_gap,         // short, between two nodes of one launch of a graph
  profiler,         // the profiler's own work
  // Nothing runs any more.
  tear_down,   // calls that release, unload or destroy
  after_last,  // none of those
  // This process does nothing on the GPU.
  shared,     // and another process works on it
  elsewhere,  // before its first operation or behind its last, and another GPU is between its own
  cut_off     // the window, or the capture, begins or ends between two operations
};
constexpr size_t kTimeUses = static_cast<size_t>(TimeUse::cut_off) + 1;
constexpr int64_t kShortGapNs = 20'000;

// One word of small letters and `_`, for columns and pages.
std::string_view name_of(TimeUse use);
std::optional<TimeUse> time_use(std::string_view name);
// What a GPU is meanwhile, as people say it: "waiting for the first operation".
std::string_view spoken_use(TimeUse use);

constexpr bool is_busy(TimeUse use) { return use <= TimeUse::other_work; }

}  // namespace nsys_ai
