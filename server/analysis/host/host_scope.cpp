// Maps GPUs to the processes that use them, and to their threads.
#include "analysis/host/host_scope.h"

namespace nsys_ai {

HostScope::HostScope(const Profile& profile, const Scope& scope) : scope_(scope) {
  all_ = scope.has_all_devices(profile);
  processes_.assign(profile.processes().size(), all_);
  for (const DeviceIx device : scope.devices()) processes_[profile.devices()[device].process] = true;
  for (const Thread& thread : profile.threads()) threads_.push_back(processes_[thread.process]);
}

}  // namespace nsys_ai
