// The steps of a program: from ranges that mark them, else from kernels that repeat.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interval_set.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai::inline analysis {

// One step of one process. Its work is what any thread of the process launched while the marker was open; of
// detected steps, what began on the GPU before the next one did.
struct Iteration {
  static constexpr uint32_t kNoRange = UINT32_MAX;
  int64_t number = 0;  // from 0, by time, in its process
  ProcessIx process;
  uint32_t range = kNoRange;  // the NVTX row of the marker; none for detected ones
  Interval bounds;            // of the marker on the host, or on the GPU for detected ones
  Interval gpu;               // first start to last end of its operations; empty when it has none
};

struct Iterations {
  static constexpr uint32_t kNone = UINT32_MAX;
  bool detected = false;
  std::string marker;          // the label of the markers; of detected ones, the kernel each begins with
  std::vector<Iteration> all;  // by process, then by number
  std::vector<std::pair<uint32_t, uint32_t>> of_process;  // its steps in `all`: the first, and after the last
  bool empty() const { return all.empty(); }
};

// With a marker: the ranges of that text or of its normalised label. Without one, inferred from the profile:
// labels such as `ProfilerStep#3`, `step 3` or `iteration 3`; else a label whose ranges tile most of a
// thread's time; else, where there is neither, a sequence of kernel names that repeats on the busiest GPU of
// a process.
Iterations find_iterations(const Profile& profile, std::string_view marker);

// Which step an operation belongs to. What comes by time is found quickest. One thread only.
class StepLookup {
 public:
  // `only` where all operations that are asked about are of one process.
  StepLookup(const Profile& profile, const Iterations& iterations, std::optional<ProcessIx> only = {});
  // In `Iterations::all`, or kNone.
  uint32_t operator()(OperationNumbers::Operation operation);

 private:
  // By the launch, where ranges mark steps, else by the time on the GPU.
  std::optional<int64_t> deciding_time(OperationNumbers::Operation operation) const;

  const Profile& profile_;
  const Iterations& iterations_;
  const OperationNumbers numbers_;
  const Launches* launches_;
  bool one_process_;
  std::vector<uint32_t> last_;  // by process
};

// Without a marker, kept. Build with `profile.derived(build_iterations)`.
Iterations build_iterations(const Profile& profile);
// The two in one: the kept ones where no marker is named.
class IterationsFor {
 public:
  IterationsFor(const Profile& profile, std::string_view marker)
      : kept_(marker.empty() ? &profile.derived(build_iterations) : nullptr),
        own_(marker.empty() ? Iterations{} : find_iterations(profile, marker)) {}
  const Iterations& operator*() const { return kept_ ? *kept_ : own_; }
  const Iterations* operator->() const { return &**this; }

 private:
  const Iterations* kept_;
  Iterations own_;
};

// Whether a normalised label says that its ranges are steps: `ProfilerStep#`, `train step #`, `Iteration #`.
bool names_a_step(std::string_view normalised_label);

// The starts of the periods of a sequence, and the end of the last one; empty when it is not periodic.
std::vector<size_t> find_periods(const std::vector<uint32_t>& sequence);

}  // namespace nsys_ai::inline analysis
