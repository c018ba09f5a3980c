// Determines what happened during idle gaps: overhead of the profiler, and the activity of the thread that
// launched late.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/time/idle.h"
#include "analysis/time/profiler_time.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// An idle gap, and the profiler time during it in the process of the GPU.
struct AdjustedGap {
  IdleGap gap;
  int64_t overhead = 0;  // ns
  int64_t idle() const { return gap.gap.duration() - overhead; }
};
// The sort order of gaps: idle time in descending order, then start and device.
bool precedes(const AdjustedGap& a, const AdjustedGap& b);
// Gaps with at least `min_ns` of idle time, by device and time, without their host ranges.
std::vector<AdjustedGap> adjusted_gaps(const Profile& profile, const Scope& scope,
                                       const ProfilerTime& profiler, int64_t min_ns);

// Gaps of a loop are alike: the length, in ns, that several of the gaps of a device have at least, since one or two
// longer ones are separate events. 0 where there are too few.
int64_t usual_gap(std::span<const AdjustedGap> gaps);

// Finds the host ranges of the longest gaps, which contain nearly all of the time.
void find_host_ranges(const Profile& profile, std::vector<AdjustedGap>& gaps);

// The activity of a thread in a gap, in order of priority. Ranges precede the calls inside them because they
// describe them; calls of the operating system come last because CUDA calls make them too.
enum class HostActivity {
  connect,          // sets up communication, according to a range
  collect_garbage,  // according to a range
  mpi,              // calls of MPI
  load_code,        // calls that load or link code, first launches, ranges in which code is compiled
  start_library,    // calls in which a library starts
  allocate,
  blocking_copy,
  synchronise,
  library,  // OpenACC, OpenMP, UCX and whatever else records what a thread does
  other_call,
  os_call,
  host_function  // a stream waits for a function of the host, on whichever thread
};
constexpr size_t kHostActivities = 12;
std::string_view name_of(HostActivity activity);

// A part of a gap in which the thread initialises something.
struct SetUpPart {
  Interval time;
  HostActivity activity;
};

struct GapDetail {
  std::optional<HostActivity> main;  // the activity that covers at least half of the gap
  int64_t main_ns = 0;               // the union of its parts inside the gap
  // The call or range among them that takes longest: points into the profile.
  std::string_view call;
  int64_t call_ns = 0;  // its time, in ns
  std::optional<int64_t> tid;  // of the thread that ran the host function, where the capture says
  // Set where no activity covers half of the gap, but connect, load_code, start_library and allocate do
  // together: disjoint, in time order.
  std::vector<SetUpPart> set_up;
  bool waited = false;   // the gap began while the thread waited for the GPU
  int64_t any_call = 0;  // the union over all CUDA calls
  int64_t os_call = 0;   // the union over calls of the operating system
};

// Whether the host caused the gap: the launch came late, or was in progress.
inline bool is_of_host(const IdleGap& gap) {
  return gap.cause == IdleCause::host_bound || gap.cause == IdleCause::launch_overhead;
}

// One element per gap, empty for gaps that neither the launching thread nor a host function caused.
Result<std::vector<GapDetail>> gap_details(const Profile& profile, std::span<const IdleGap> gaps,
                                           const Work& work);

}  // namespace nsys_ai
