// What went on inside of idle gaps: work of the profiler, and what the thread did that launched late.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analysis/time/idle.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai::inline analysis {

// When the profiler itself took time, by process. Immutable.
class ProfilerTime {
 public:
  static Result<ProfilerTime> read(const Profile& profile, const Work& work);
  // How much of an interval, in ns; time that several threads lost at once counts once.
  int64_t inside(ProcessIx process, Interval interval) const;

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

// What a thread did in a gap. Calls of the operating system may be made inside of CUDA calls.
enum class HostActivity { synchronise, allocate, load_code, blocking_copy, other_call, os_call };
constexpr size_t kHostActivities = 6;
std::string_view name_of(HostActivity activity);

struct GapDetail {
  std::array<int64_t, kHostActivities> ns{};        // unions of parts inside the gap
  std::array<std::string, kHostActivities> call{};  // what took the longest part, as people name it
  int64_t any_call = 0;                             // the union over all CUDA calls
};

// One element a gap, empty for those that are not host-bound.
Result<std::vector<GapDetail>> gap_details(const Profile& profile, std::span<const IdleGap> gaps,
                                           const Work& work);

}  // namespace nsys_ai::inline analysis
