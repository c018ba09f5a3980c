// Finds when the GPUs of a run work for any of the processes that use them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/scope.h"
#include "analysis/time/busy.h"
#include "base/interval_set.h"

namespace nsys_ai {

// Covers GPUs that, according to the file, several processes use; without that information, GPU 0 of two
// processes can be two GPUs. Processes outside the scope count too, since their work occupies the GPU as
// well. Immutable.
class SharedGpus {
 public:
  SharedGpus(const Profile& profile, const Scope& scope);

  // The intervals in which any process works on the GPU of a device; null where no other process uses it.
  const IntervalSet* busy(DeviceIx device) const;

 private:
  const Profile& profile_;
  std::map<GpuIx, IntervalSet> busy_;
};

// The GPU of a device. Where the file does not identify them, two processes' GPUs with the same number count
// as one.
int64_t gpu_of(const Profile& profile, DeviceIx device);

// For each GPU, the union of the intervals from the first to the last operation of each of its processes.
// Empty beyond a few dozen GPUs, more than any machine has, to limit the cost of comparing them.
std::map<int64_t, IntervalSet> spans_of_gpus(const Profile& profile, const std::vector<DeviceTime>& devices);

}  // namespace nsys_ai
