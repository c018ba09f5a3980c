// When the GPUs of a run work, for whichever of the processes that use them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/scope.h"
#include "analysis/time/busy.h"
#include "base/interval_set.h"

namespace nsys_ai {

// Of GPUs of which the file tells that more than one process uses them: where it does not tell, two
// processes' GPU 0 may be two GPUs. Processes outside of the scope count too, for they keep a GPU just as
// busy. Immutable.
class SharedGpus {
 public:
  SharedGpus(const Profile& profile, const Scope& scope);

  // The stretches in which any process works on the GPU of a device; nothing where no other one does.
  const IntervalSet* busy(DeviceIx device) const;

 private:
  const Profile& profile_;
  std::map<GpuIx, IntervalSet> busy_;
};

// Which GPU a device is. Two processes that each number a GPU 0 may share it, where the file does not tell:
// those are one.
int64_t gpu_of(const Profile& profile, DeviceIx device);

// When each GPU was between the first and the last operation of a process. Beyond some dozens of GPUs, which
// no machine has, it is not asked who of them waits for whom: nothing.
std::map<int64_t, IntervalSet> spans_of_gpus(const Profile& profile, const std::vector<DeviceTime>& devices);

}  // namespace nsys_ai
