// Computes how long each thread ran on a core, from scheduling events or from samples.
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
  std::optional<int64_t> on_cpu;  // ns inside the window; empty for samples
  double share = 0;  // of the window in which scheduling was recorded; for samples, of all sampled cycles
  std::optional<int64_t> cuda;  // ns in CUDA calls, a union; empty for a thread that made none in the capture
};

// Sorted by time or share in descending order, then by process and thread id.
//
// By its scheduling events, a thread runs from when it is scheduled in to when it is scheduled out. Its first
// and last event also show its state before and after them: a thread that is first scheduled out has run
// since the first event of all, and one that is last scheduled in runs until the last event of all.
std::vector<ThreadTime> scheduled_times(const Profile& profile, const Scope& scope,
                                        const SchedEvents& events);

// Uses CPU samples, weighted by the cycles that each represents, or equally where no sample has cycles.
std::vector<ThreadTime> sampled_times(const Profile& profile, const Scope& scope, const CpuSamples& samples);

}  // namespace nsys_ai
