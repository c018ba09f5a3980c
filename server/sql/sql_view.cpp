// Applies the scope, and fetches indexes that are built once per profile.
#include "sql/sql_view.h"

namespace nsys_ai {
SqlView::SqlView(const Profile& profile, const Scope& scope, Work work)
    : profile_(profile), scope_(scope), work_(std::move(work)) {
  all_processes_ = scope.has_all_devices(profile);
  for (size_t at = 0; at < profile.processes().size(); ++at)
    all_processes_ = all_processes_ && scope.has(ProcessIx(at));
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
  if (!domains_) domains_ = &profile_.derived(build_nvtx_domains);
  return domains_->name(process, domain);
}

std::string_view SqlView::category_name(size_t at) {
  if (!domains_) domains_ = &profile_.derived(build_nvtx_domains);
  return domains_->category(profile_, at);
}

SqlCell SqlView::nvtx_text(size_t at) {
  const TextColumn& texts = profile_.nvtx().text;
  if (!texts.has_numbers(at)) return SqlCell::of(texts.templates()[texts[at]]);
  made_text_ = texts.whole(at);
  return SqlCell::made(made_text_);
}

bool SqlView::must_stop() {
  out_of_time_ = out_of_time_ || (deadline_ && std::chrono::steady_clock::now() > *deadline_);
  return out_of_time_ || cancelled();
}

std::string_view SqlView::label(Enums::List list, int64_t number) {
  const Enums* enums = events<Enums>();
  return enums ? enums->label(list, number) : std::string_view();
}

}  // namespace nsys_ai
