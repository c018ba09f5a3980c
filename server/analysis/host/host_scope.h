// Selects the host events in a scope: those of the processes that use its GPUs, inside its window.
#pragma once

#include <optional>
#include <vector>

#include "analysis/scope.h"

namespace nsys_ai {

// A call does not say which GPU it is for. A scope of some GPUs therefore includes all threads of the
// processes that used any of them, and a scope of all GPUs includes every process. Immutable.
class HostScope {
 public:
  HostScope(const Profile& profile, const Scope& scope);

  bool has(ThreadIx thread) const { return all_ || threads_[thread]; }
  // `none()`, the process of an event whose process the profile does not name, is in a scope of all GPUs
  // only.
  bool has(ProcessIx process) const { return all_ || (process.exists() && processes_[process]); }
  std::optional<Interval> clip(Interval event) const { return scope_.clip(event); }

 private:
  const Scope& scope_;
  bool all_ = true;
  std::vector<bool> processes_;
  std::vector<bool> threads_;
};

}  // namespace nsys_ai
