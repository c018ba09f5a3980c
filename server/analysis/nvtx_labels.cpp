// One pass over the ranges for host time, one over the kernels for GPU time.
#include "analysis/nvtx_labels.h"

#include <algorithm>

#include "profile/order.h"

namespace nsys_ai {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_label_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// A run of digits that stands alone, as in `step 12` or `ProfilerStep#3`, but not in `layer1x` or `fp16`.
bool is_lone_number(std::string_view text, size_t begin, size_t end) {
  const bool letter_before = begin > 0 && (is_label_letter(text[begin - 1]) || is_digit(text[begin - 1]));
  const bool letter_after = end < text.size() && is_label_letter(text[end]);
  return !letter_before && !letter_after;
}

std::vector<LabelStats> host_times(const Profile& profile, NvtxLabels& labels) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<LabelStats> stats;
  for (size_t i = 0; i < nvtx.size(); ++i) {
    if (!nvtx.is_range(i)) continue;
    uint32_t& label = labels.of_name[nvtx.text[i]];
    if (label == NvtxLabels::kNoLabel) {
      const std::string text = normalised_label(profile.text(nvtx.text[i]));
      const auto [found, added] = labels.by_label.try_emplace(text, static_cast<uint32_t>(stats.size()));
      if (added) stats.push_back({text});
      label = found->second;
    }
    LabelStats& of = stats[label];
    ++of.count;
    if (nvtx.end(i) == Nvtx::kOpen) {
      ++of.open;
      continue;
    }
    const int64_t length = nvtx.end(i) - nvtx.start[i];
    of.host_total += length;
    of.host_max = std::max(of.host_max, length);
  }
  return stats;
}

// Walks from the innermost range outwards. The start/end ranges around a call are not in the forest, so only
// the innermost of them is credited; push/pop ranges are credited at all depths.
void gpu_times(const Profile& profile, const NvtxLabels& labels, std::vector<LabelStats>& stats) {
  const Nvtx& nvtx = profile.nvtx();
  const Attribution& attribution = profile.derived(build_attribution);
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  std::vector<size_t> credited(stats.size(), SIZE_MAX);
  for (size_t kernel = 0; kernel < profile.kernels().size(); ++kernel) {
    for (uint32_t range = attribution.of_kernel[kernel]; range != NvtxForest::kNoRange;
         range = forest.parent[range]) {
      const uint32_t label = labels.of_name[nvtx.text[range]];
      if (credited[label] == kernel) continue;
      credited[label] = kernel;
      ++stats[label].kernels;
      stats[label].kernel_time += profile.kernels().interval(kernel).length();
    }
  }
}

}  // namespace

std::string without_operator_ids(std::string_view text) {
  // Frameworks append `, seq = 12, op_id = 3` and the like.
  for (const std::string_view tail : {", seq =", ", op_id =", ", sizes =", ", input_op_ids ="})
    if (const size_t at = text.find(tail); at != std::string_view::npos) text = text.substr(0, at);
  return std::string(text);
}

std::string normalised_label(std::string_view given) {
  const std::string text = without_operator_ids(given);
  std::string label;
  for (size_t at = 0; at < text.size();) {
    if (!is_digit(text[at])) {
      label += text[at++];
      continue;
    }
    size_t end = at;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (is_lone_number(text, at, end))
      label += label.ends_with('#') ? "" : "#";
    else
      label += text.substr(at, end - at);
    at = end;
  }
  return label;
}

NvtxLabels build_nvtx_labels(const Profile& profile) {
  NvtxLabels labels;
  labels.of_name.assign(profile.names().size(), NvtxLabels::kNoLabel);
  std::vector<LabelStats> stats = host_times(profile, labels);
  gpu_times(profile, labels, stats);
  std::vector<uint32_t> order(stats.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    const LabelStats& x = stats[a];
    const LabelStats& y = stats[b];
    if (x.kernel_time != y.kernel_time) return x.kernel_time > y.kernel_time;
    if (x.host_total != y.host_total) return x.host_total > y.host_total;
    return x.label < y.label;
  });
  std::vector<uint32_t> place(order.size());
  for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  for (const uint32_t old : order) labels.labels.push_back(std::move(stats[old]));
  for (auto& [text, label] : labels.by_label) label = place[label];
  for (uint32_t& label : labels.of_name)
    if (label != NvtxLabels::kNoLabel) label = place[label];
  return labels;
}

}  // namespace nsys_ai
