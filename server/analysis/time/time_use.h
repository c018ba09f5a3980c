// The uses of GPU time; each nanosecond has one.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace nsys_ai {

// Where several apply at once, the first of them gets the time. A use is therefore never charged for time
// that would remain without it.
enum class TimeUse : uint8_t {
  // The GPU works.
  compute,
  faulting,           // compute, while pages of unified memory migrate that a kernel waits for
  plain_matrix,       // only kernels that multiply matrices without tensor cores, judged by their names
  small_kernel,       // only a kernel after a gap of `small_gap`
  communication,      // communication and no compute
  shared_collective,  // communication, on a stream whose main work is compute
  late_collective,    // communication, beyond three times the median of the collective's group
  copy,               // copies and no kernel
  pageable_copy,      // copies, only of pageable host memory
  migration,          // copies, only of unified memory
  graph,              // only graphs recorded as one operation
  other_work,         // only memsets
  // No record shows whether the GPU works.
  not_recorded,  // launched work without a record may run (Coverage)
  // Nothing runs while the program starts: before the first operation, or in a gap early in the run.
  connecting,    // ranges that set up communication
  loading_code,  // loading, linking and compiling of code, and first launches
  pooling,       // allocation
  starting,      // the start of a library: contexts, runtimes, handles
  before_first,  // none of the above, before the first operation
  not_begun,     // none of the above, in a process that was running when the capture began
  // Nothing runs between two operations.
  collection,       // garbage collection
  late_code,        // loading and compiling of code after the start of the run
  allocation,       // calls that allocate or release
  blocking_copy,    // copies that block the host
  synchronisation,  // waits for the GPU
  in_mpi,           // calls of MPI
  host_function,    // a stream waits for a function of the host
  late_host,        // the host was late, for none of the reasons above
  long_launch,      // a launch was in progress
  device_wait,      // the operation had already been launched
  no_launch,        // no launch was recorded
  host_pages,       // before a migration to the host that no call asked for: the host touches pages
  short_gap,        // shorter than kShortGapNs
  small_gap,        // short, between two small kernels
  node_gap,         // short, between two nodes of one launch of a graph
  profiler,         // the profiler's own work
  // Nothing runs any more.
  tear_down,   // calls that release, unload or destroy
  after_last,  // none of those
  after_error,  // behind a CUDA error from which on no work succeeds
  // This process does nothing on the GPU.
  shared,     // while another process works on it
  elsewhere,  // before its first operation or after its last, while another GPU is between its own
  cut_off     // the window, or the capture, begins or ends between two operations
};
constexpr size_t kTimeUses = static_cast<size_t>(TimeUse::cut_off) + 1;
constexpr int64_t kShortGapNs = 20'000;

// One lowercase word with underscores, for columns and pages.
std::string_view name_of(TimeUse use);
std::optional<TimeUse> time_use(std::string_view name);
// A phrase for the state of the GPU: "waiting for the first operation".
std::string_view use_phrase(TimeUse use);

constexpr bool is_busy(TimeUse use) { return use <= TimeUse::other_work; }

}  // namespace nsys_ai
