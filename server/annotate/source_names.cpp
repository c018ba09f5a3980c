// Look-up by whole names: parts of names never match.
#include "annotate/source_names.h"

#include "analysis/kernel_stats.h"
#include "analysis/kernels.h"
#include "analysis/nvtx_labels.h"

namespace nsys_ai {

SourceNames build_source_names(const Profile& profile) {
  SourceNames names;
  // In order of total time, so that each list is too.
  for (const KernelStats& stats : profile.derived(build_kernel_stats).by_total) {
    const std::string base = base_name(profile.text(stats.name));
    names.kernels[base].push_back(stats.name);
    const std::string qualified = qualified_name(profile.text(stats.name));
    if (qualified != base) names.kernels[qualified].push_back(stats.name);
    const std::string whole(profile.text(stats.name));
    if (whole != base && whole != qualified) names.kernels[whole].push_back(stats.name);
  }
  return names;
}

SourceMatch match_source(const Profile& profile, const SourceWord& word) {
  SourceMatch match;
  const SourceNames& names = profile.derived(build_source_names);
  if (const auto found = names.kernels.find(word.text); found != names.kernels.end())
    match.kernels = found->second;
  if (word.kind == SourceWord::Kind::identifier && !word.defines) return match;
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  if (const auto found = labels.by_label.find(normalised_label(word.text)); found != labels.by_label.end())
    match.label = found->second;
  return match;
}

}  // namespace nsys_ai
