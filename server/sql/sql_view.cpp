// What a scope shows, and what is derived once per profile for the tables.
#include "sql/sql_view.h"

namespace nsys_ai {
namespace {

uint64_t domain_key(ProcessIx process, uint32_t domain) { return uint64_t{process.value} << 32 | domain; }

DomainNames build_domain_names(const Profile& profile) {
  DomainNames domains;
  const Nvtx& nvtx = profile.nvtx();
  for (size_t i = 0; i < nvtx.size(); ++i) {
    if (nvtx.type[i] != Nvtx::kDomain) continue;
    const ProcessIx process = profile.threads()[nvtx.thread[i]].process;
    domains.names.emplace(domain_key(process, nvtx.domain[i]), nvtx.text[i]);
  }
  return domains;
}

}  // namespace

SqlView::SqlView(const Profile& profile, const Scope& scope)
    : profile_(profile), scope_(scope), processes_(profile.processes().size()) {
  const bool particular = scope.devices().size() < profile.devices().size();
  if (!particular) processes_.flip();
  for (DeviceIx device : scope.devices()) processes_[profile.devices()[device].process] = true;
}

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
  if (!domains_) domains_ = &profile_.derived(build_domain_names);
  const auto found = domains_->names.find(domain_key(process, domain));
  return found == domains_->names.end() ? std::string_view{} : profile_.text(found->second);
}

}  // namespace nsys_ai
