// What went on inside of idle gaps: work of the profiler, and what the thread did that launched late.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/time/idle.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

// When the profiler itself took time, by process. Immutable.
class ProfilerTime {
 public:
  static Result<ProfilerTime> read(const Profile& profile, const Work& work);
  // How much of an interval, in ns; time that several threads lost at once counts once.
  int64_t inside(ProcessIx process, Interval interval) const;
  // Cuts an interval: `visit(part, whether the profiler worked)`, in order of time.
  template <class Visit>
  void split(ProcessIx process, Interval interval, Visit visit) const {
    of_process_[process].split(interval, visit);
  }

 private:
  std::vector<IntervalSet> of_process_;
};

// An idle gap, and how much of it the profiler itself took in the process of the GPU.
struct AdjustedGap {
  IdleGap gap;
  int64_t overhead = 0;  // ns
  int64_t idle() const { return gap.gap.duration() - overhead; }
};
// Whether a gap goes before another: by idle time, the longest first, then by start and device.
bool precedes(const AdjustedGap& a, const AdjustedGap& b);
// Those with at least `min_ns` of idle time, by device and time, without ranges of the host.
std::vector<AdjustedGap> adjusted_gaps(const Profile& profile, const Scope& scope,
                                       const ProfilerTime& profiler, int64_t min_ns);

// What a thread did in a gap. Ranges say what goes on in them; calls of the operating system may be made
// inside of CUDA calls. In the order in which they are tried: what ranges say goes before the calls in them.
enum class HostActivity {
  connect,          // sets up communication, as a range says
  collect_garbage,  // likewise
  load_code,        // calls that load or link code, first launches, ranges in which code is compiled
  start_library,    // calls in which a library starts
  allocate,
  blocking_copy,
  synchronise,
  other_call,
  os_call
};
constexpr size_t kHostActivities = 9;
std::string_view name_of(HostActivity activity);

// A part of a gap in which the thread sets something up.
struct SetUpPart {
  Interval time;
  HostActivity activity;
};

struct GapDetail {
  std::optional<HostActivity> main;  // what fills at least half of the gap
  int64_t main_ns = 0;               // the union of its parts inside the gap
  std::string_view call;             // of them, the call or the range that takes most: a name of the profile
  int64_t call_ns = 0;               // what it takes
  // Where nothing fills half of the gap, and connect, load_code, start_library and allocate do together:
  // disjoint, in order of time.
  std::vector<SetUpPart> set_up;
  bool waited = false;   // the gap began while the thread waited for the GPU
  int64_t any_call = 0;  // the union over all CUDA calls
  int64_t os_call = 0;   // the same of calls of the operating system
};

// Whether what the host did explains it: the launch came late, or was under way.
inline bool is_of_host(const IdleGap& gap) {
  return gap.cause == IdleCause::host_bound || gap.cause == IdleCause::launch_overhead;
}

// One element a gap, empty for those that are no matter of the host.
Result<std::vector<GapDetail>> gap_details(const Profile& profile, std::span<const IdleGap> gaps,
                                           const Work& work);

}  // namespace nsys_ai
