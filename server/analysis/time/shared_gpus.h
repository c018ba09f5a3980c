// Finds when the GPUs of a run work for any of the processes that use them.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "analysis/scope.h"
#include "analysis/time/busy.h"
#include "base/interval_set.h"

namespace nsys_ai {

// Covers GPUs, and slices of them, that according to the file several processes use; without that
// information, GPU 0 of two processes can be two GPUs. Processes outside the scope count too, since their
// work occupies the GPU as well. Immutable.
class SharedGpus {
 public:
  SharedGpus(const Profile& profile, const Scope& scope);

  // The intervals in which any process works on the GPU of a device; null where no other process uses it.
  const IntervalSet* busy(DeviceIx device) const;

 private:
  const Profile& profile_;
  std::map<uint32_t, IntervalSet> busy_;  // by part
};

// That device and those that the file says are the same GPU or slice: at most as many as can use it.
std::vector<DeviceIx> devices_of_part(const Profile& profile, DeviceIx device);

// For each GPU or slice (Device::part), the union of the intervals from the first to the last operation of
// each of its processes. Empty beyond a few dozen GPUs, more than any machine has, to limit the cost of
// comparing them.
std::map<uint32_t, IntervalSet> spans_of_gpus(const Profile& profile, const std::vector<DeviceTime>& devices);

}  // namespace nsys_ai
