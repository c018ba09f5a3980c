// When GPUs that several processes use work, for whichever of them.
#pragma once

#include <map>

#include "analysis/scope.h"
#include "base/interval_set.h"

namespace nsys_ai::inline analysis {

// Of GPUs of which the file tells that more than one process uses them: where it does not tell, two processes'
// GPU 0 may be two GPUs. Processes outside of the scope count too, for they keep a GPU just as busy. Immutable.
class SharedGpus {
 public:
  SharedGpus(const Profile& profile, const Scope& scope);

  // The stretches in which any process works on the GPU of a device; nothing where no other one does.
  const IntervalSet* busy(DeviceIx device) const;

 private:
  const Profile& profile_;
  std::map<GpuIx, IntervalSet> busy_;
};

}  // namespace nsys_ai::inline analysis
