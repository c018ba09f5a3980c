// What of its time each thread ran on a core, from what the operating system said, or from samples.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/scope.h"
#include "profile/families/family_host.h"
#include "profile/families/family_samples.h"

namespace nsys_ai {

struct ThreadTime {
  std::optional<int64_t> pid;
  int64_t tid = 0;
  std::string name;               // empty where the file does not say
  std::optional<int64_t> on_cpu;  // ns inside the window; none from samples
  double share = 0;  // of the window in which scheduling was recorded; from samples, of all cycles sampled
  std::optional<int64_t> cuda;  // ns in calls of CUDA, a union; none where the profile has no such thread
};

// By time or share, the largest first, then by process and thread id.
//
// From scheduling events a thread runs from where it comes to a core to where it leaves it. What it did
// before its first event, and after its last, follows from that event: one that leaves had run since the
// first event of all, and one that came runs until the last event of all.
std::vector<ThreadTime> scheduled_times(const Profile& profile, const Scope& scope,
                                        const SchedEvents& events);

// From samples of the CPU, each weighted by the cycles that it stands for, or by one where no sample has any.
std::vector<ThreadTime> sampled_times(const Profile& profile, const Scope& scope, const CpuSamples& samples);

}  // namespace nsys_ai
