// What the cells of one query are computed from: a profile, a scope, and what follows from both.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/kernels.h"
#include "analysis/scope.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// The names of NVTX domains, by process and domain number.
struct DomainNames {
  std::unordered_map<uint64_t, NameId> names;
};

// Used by one thread, as long as the profile and the scope live.
class SqlView {
 public:
  SqlView(const Profile& profile, const Scope& scope);

  const Profile& profile() const { return profile_; }
  const Scope& scope() const { return scope_; }
  // Whether the scope shows what a process did on the host. All processes are shown unless particular GPUs
  // were asked for: then those that use one of them.
  bool has(ProcessIx process) const { return processes_[process]; }

  // Whole-profile indexes, looked up once per query because a cell is too small a place for a lock.
  const Launches& launches();
  const Attribution& attribution();
  const NvtxForest& forest();
  const KernelFamilies& families();
  // The name of an NVTX domain; empty when none was recorded.
  std::string_view domain_name(ProcessIx process, uint32_t domain);

 private:
  const Profile& profile_;
  const Scope& scope_;
  std::vector<bool> processes_;
  const Launches* launches_ = nullptr;
  const Attribution* attribution_ = nullptr;
  const NvtxForest* forest_ = nullptr;
  const KernelFamilies* families_ = nullptr;
  const DomainNames* domains_ = nullptr;
};

}  // namespace nsys_ai
