// One way to an interval a kind of target.
#include "view/target_window.h"

#include <algorithm>

#include "analysis/idle.h"
#include "analysis/iterations.h"
#include "analysis/kernel_stats.h"
#include "analysis/nvtx_labels.h"
#include "skills/findings.h"

namespace nsys_ai {
namespace {

constexpr int64_t kLeastMargin = 50'000;

std::optional<Interval> longest_run(const Profile& profile, int64_t name) {
  const auto& all = profile.derived(build_kernel_stats).by_total;
  const auto known = std::find_if(all.begin(), all.end(),
                                  [&](const KernelStats& of) { return int64_t{of.name.value} == name; });
  if (known == all.end()) return std::nullopt;
  std::optional<Interval> longest;
  for (const uint32_t kernel : profile.derived(build_kernels_by_name).of(known->name)) {
    const Interval of = profile.kernels().interval(kernel);
    if (!longest || of.length() > longest->length()) longest = of;
  }
  return longest;
}

std::optional<Interval> longest_range(const Profile& profile, int64_t label) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  const auto& nvtx = profile.nvtx();
  std::optional<Interval> longest;
  for (size_t i = 0; i < nvtx.size(); ++i) {
    if (!nvtx.is_range(i) || nvtx.end(i) == Spans::kOpen) continue;
    if (int64_t{labels.of_template[nvtx.text[i]]} != label) continue;
    const Interval of = nvtx.interval(i);
    if (!of.empty() && (!longest || of.length() > longest->length())) longest = of;
  }
  return longest;
}

std::optional<Interval> span_of_row(const Spans& of, int64_t row) {
  const size_t at = of.row.find(row);
  if (at == of.size() || of.end(at) == Spans::kOpen) return std::nullopt;
  return of.interval(at);
}

std::optional<Interval> step(const Profile& profile, int64_t at) {
  const auto& all = profile.derived(build_iterations).all;
  if (at >= static_cast<int64_t>(all.size())) return std::nullopt;
  const Iteration& of = all[static_cast<size_t>(at)];
  return of.gpu.empty() ? of.bounds : of.gpu;
}

std::optional<Interval> gap(const Profile& profile, const Target& target) {
  if (target.number >= static_cast<int64_t>(profile.devices().size())) return std::nullopt;
  const auto found = idle_gap_at(profile, DeviceIx(static_cast<size_t>(target.number)), target.start);
  if (!found) return std::nullopt;
  return found->gap;
}

std::optional<Interval> evidence(const Profile& profile, const std::string& key) {
  for (const Finding& finding : profile.derived(build_findings).findings) {
    if (finding.key != key) continue;
    for (const std::string& ref : finding.refs)
      if (const auto of = interval_of(profile, ref)) return of;
  }
  return std::nullopt;
}

}  // namespace

bool has_place_in_time(TargetKind kind) {
  switch (kind) {
    case TargetKind::copy_kind:
    case TargetKind::device:
    case TargetKind::event:
    case TargetKind::ranges:
    case TargetKind::skill:
    case TargetKind::source:
    case TargetKind::stream:
      return false;
    default:
      return true;
  }
}

std::optional<Interval> interval_of(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  switch (target->kind) {
    case TargetKind::copy_kind:
    case TargetKind::device:
    case TargetKind::event:
    case TargetKind::ranges:
    case TargetKind::skill:
    case TargetKind::source:
    case TargetKind::stream:
      return std::nullopt;
    case TargetKind::finding:
      return evidence(profile, target->key);
    case TargetKind::gap:
      return gap(profile, *target);
    case TargetKind::iteration:
      return step(profile, target->number);
    case TargetKind::kernel:
      return span_of_row(profile.kernels(), target->number);
    case TargetKind::kernel_name:
    case TargetKind::kernel_runs:
      return longest_run(profile, target->number);
    case TargetKind::memcpy:
      return span_of_row(profile.copies(), target->number);
    case TargetKind::nvtx:
      return span_of_row(profile.nvtx(), target->number);
    case TargetKind::nvtx_label:
    case TargetKind::nvtx_ranges:
      return longest_range(profile, target->number);
  }
  return std::nullopt;
}

std::optional<Interval> window_around(const Profile& profile, std::string_view target) {
  const auto of = interval_of(profile, target);
  if (!of) return std::nullopt;
  const int64_t margin = std::max(of->length(), kLeastMargin);
  const Interval extent = profile.extent();
  return Interval{std::max(of->start - margin, extent.start), std::min(of->end + margin, extent.end)};
}

}  // namespace nsys_ai
