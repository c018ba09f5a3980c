// What the cells of one query are computed from: a profile, a scope, and what follows from both.
#pragma once

#include <cstdint>
#include <string_view>

#include "analysis/kernels.h"
#include "analysis/nvtx_domains.h"
#include "analysis/scope.h"
#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// Used by one thread, as long as the profile and the scope live.
class SqlView {
 public:
  SqlView(const Profile& profile, const Scope& scope);

  const Profile& profile() const { return profile_; }
  const Scope& scope() const { return scope_; }
  bool has(ProcessIx process) const { return scope_.has(process); }

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
  const Launches* launches_ = nullptr;
  const Attribution* attribution_ = nullptr;
  const NvtxForest* forest_ = nullptr;
  const KernelFamilies* families_ = nullptr;
  const NvtxDomains* domains_ = nullptr;
};

}  // namespace nsys_ai
