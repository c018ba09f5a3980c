// How long the steps of each phase took on the host and on the GPU, and what the host did between steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/phases/phases.h"
#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"

namespace nsys_ai {

// What a row of the work is about.
enum class PhaseKind : uint8_t {
  step,          // a step of the engine
  part,          // a part of a step, or what stands between steps: sampling, the scheduler
  between,       // the time in which no step was open
  outside,       // operations launched in no range of a phase
  not_launched,  // operations whose launch was not recorded
};
std::string_view name_of(PhaseKind kind);

// Nearest values at 50, 90 and 99 %, linearly interpolated, in ns; zeros without values.
struct StepTimes {
  int64_t p50 = 0;
  int64_t p90 = 0;
  int64_t p99 = 0;
};

// What a thread did, and for how long.
struct HostPart {
  std::string name;
  int64_t ns = 0;
};

// A phase in one process, clipped to the scope. Times in ns.
struct PhaseWork {
  PhaseKind kind = PhaseKind::step;
  uint32_t phase = 0;  // in Phases::names, for steps and parts
  ProcessIx process;
  int64_t steps = 0;    // for `between`, the gaps
  int64_t wall = 0;     // the union of its steps over the threads of the process
  Interval extent;      // first start to last end of them
  StepTimes host;       // durations of the steps
  StepTimes gpu;        // of each step with operations, from their first start to their last end
  int64_t kernels = 0;
  Sum kernel_time{};    // summed over kernels and GPUs
  Sum busy{};           // the union of its operations on each GPU, summed over GPUs
  int64_t replays = 0;  // CUDA graphs that it launched and of which anything was recorded
  int64_t whole = 0;    // of these, recorded as one operation
  Sum hidden{};         // the time of those
  std::vector<HostPart> host_parts;  // of `between`: what the thread did that opened the next step, the longest first
};

// By process, in the order of the map; without rows for phases that the scope has nothing of.
Result<std::vector<PhaseWork>> phase_work(const Profile& profile, const Phases& phases, const Scope& scope,
                                          const Work& work);

// Kernels of one name in one phase, clipped to the scope and summed over its processes.
struct PhaseKernel {
  PhaseKind kind = PhaseKind::step;
  uint32_t phase = 0;
  NameId kernel;
  uint32_t example = 0;  // the first of these kernels
  int64_t calls = 0;
  Sum total{};
};
// In the order of phases, then by total in descending order.
std::vector<PhaseKernel> kernels_of_phases(const Profile& profile, const Phases& phases, const Scope& scope);

}  // namespace nsys_ai
