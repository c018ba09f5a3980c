// What a scope shows, and what is derived once per profile for the tables.
#include "sql/sql_view.h"

namespace nsys_ai {
SqlView::SqlView(const Profile& profile, const Scope& scope) : profile_(profile), scope_(scope) {}

const Launches& SqlView::launches() {
  if (!launches_) launches_ = &profile_.derived(build_launches);
  return *launches_;
}

const Attribution& SqlView::attribution() {
  if (!attribution_) attribution_ = &profile_.derived(build_attribution);
  return *attribution_;
}

const NvtxForest& SqlView::forest() {
  if (!forest_) forest_ = &profile_.derived(build_nvtx_forest);
  return *forest_;
}

const KernelFamilies& SqlView::families() {
  if (!families_) families_ = &profile_.derived(build_kernel_families);
  return *families_;
}

std::string_view SqlView::domain_name(ProcessIx process, uint32_t domain) {
  if (!domains_) domains_ = &profile_.derived(build_nvtx_domains);
  return profile_.text(domains_->name(process, domain));
}

}  // namespace nsys_ai
