// The names and phrases of uses.
#include "analysis/time/time_use.h"

#include <algorithm>
#include <array>

namespace nsys_ai {
namespace {

struct UseWords {
  std::string_view name;
  std::string_view spoken;
};

// In the order of the uses.
constexpr std::array<UseWords, kTimeUses> kUses{{
    {"compute", "computing"},
    {"faulting", "computing while pages of unified memory move"},
    {"plain_matrix", "multiplying matrices without tensor cores"},
    {"small_kernel", "running small kernels"},
    {"communication", "communicating without compute beside it"},
    {"shared_collective", "communicating on a stream of compute"},
    {"late_collective", "waiting for peers in slow collectives"},
    {"copy", "copying"},
    {"pageable_copy", "copying pageable memory"},
    {"migration", "moving pages of unified memory"},
    {"graph", "running CUDA graphs that were recorded as a whole"},
    {"other_work", "setting memory"},
    {"not_recorded", "perhaps at work: what was launched has no record"},
    {"connecting", "waiting while communication is set up"},
    {"loading_code", "waiting while code is loaded or compiled"},
    {"pooling", "waiting for allocation at the start"},
    {"starting", "waiting while libraries start"},
    {"before_first", "waiting for the first operation"},
    {"not_begun", "waiting for the first operation of the capture"},
    {"collection", "waiting for garbage collection"},
    {"late_code", "waiting while code is loaded or compiled"},
    {"allocation", "waiting for the host, which allocates or releases memory"},
    {"blocking_copy", "waiting for the host, which blocks in copies"},
    {"synchronisation", "waiting for the host, which waits for the GPU"},
    {"in_mpi", "waiting for the host, which is in MPI"},
    {"host_function", "waiting for a function of the host, in the order of a stream"},
    {"late_host", "waiting for the host, which launches too late"},
    {"long_launch", "waiting for launches under way"},
    {"device_wait", "waiting on the device for other work, though the next operation was launched"},
    {"no_launch", "idle before operations whose launch was not recorded"},
    {"host_pages", "waiting for the host, which fetches pages of unified memory"},
    {"short_gap", "between operations, in gaps shorter than 20 us"},
    {"small_gap", "between small kernels"},
    {"node_gap", "between nodes of CUDA graphs"},
    {"profiler", "waiting for the profiler's own work"},
    {"tear_down", "waiting while the program ends"},
    {"after_last", "done: nothing runs any more"},
    {"after_error", "given nothing more: CUDA calls fail"},
    {"shared", "left to another process"},
    {"elsewhere", "waiting while another GPU works"},
    {"cut_off", "cut off by the capture's or window's bounds"},
}};

}  // namespace

std::string_view name_of(TimeUse use) { return kUses[static_cast<size_t>(use)].name; }

std::string_view use_phrase(TimeUse use) { return kUses[static_cast<size_t>(use)].spoken; }

std::optional<TimeUse> time_use(std::string_view name) {
  const auto at =
      std::find_if(kUses.begin(), kUses.end(), [name](const UseWords& of) { return of.name == name; });
  if (at == kUses.end()) return std::nullopt;
  return static_cast<TimeUse>(at - kUses.begin());
}

}  // namespace nsys_ai
