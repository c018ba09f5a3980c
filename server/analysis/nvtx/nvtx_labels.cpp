// One pass over the ranges for host time, one over the kernels for GPU time.
#include "analysis/nvtx/nvtx_labels.h"

#include <algorithm>

#include "analysis/nvtx/nvtx_paths.h"
#include "base/context.h"
#include "base/distinct_numbers.h"
#include "base/parallel.h"
#include "base/sum.h"
#include "profile/load/split_text.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

std::vector<LabelStats> host_times(const Profile& profile, NvtxLabels& labels) {
  const Nvtx& nvtx = profile.nvtx();
  const TemplateLabels& texts = profile.derived(build_template_labels);
  std::vector<uint32_t> numbers(texts.labels.size(), NvtxLabels::kNoLabel);
  std::vector<LabelStats> stats;
  ThrottledCheck check;
  for (size_t i = 0; i < nvtx.size(); ++i) {
    check();
    if (!nvtx.is_range(i)) continue;
    uint32_t& label = labels.of_template[nvtx.text[i]];
    if (label == NvtxLabels::kNoLabel) {
      labels.first_ranges.push_back(static_cast<uint32_t>(i));
      uint32_t& number = numbers[texts.of_template[nvtx.text[i]]];
      if (number == NvtxLabels::kNoLabel) {
        number = static_cast<uint32_t>(stats.size());
        stats.push_back({texts.of(nvtx.text[i])});
      }
      label = number;
    }
    LabelStats& of = stats[label];
    ++of.count;
    if (nvtx.end(i) == Nvtx::kOpen) {
      ++of.open;
      continue;
    }
    const int64_t duration = nvtx.end(i) - nvtx.start[i];
    of.host_total += duration;
    of.host_max = std::max(of.host_max, duration);
  }
  return stats;
}

// The kernels launched in a range and its descendants.
struct Launched {
  int64_t kernels = 0;
  Sum time;
};

// Indexed by NVTX row; summed at the innermost range around each launch, then from the inside out. Kernels of
// threads whose ranges cross are left out.
std::vector<Launched> launched_in(const Profile& profile, const NvtxForest& forest) {
  const Nvtx& nvtx = profile.nvtx();
  const Attribution& attribution = profile.derived(build_attribution);
  std::vector<Launched> launched(nvtx.size());
  ThrottledCheck check;
  for (size_t kernel = 0; kernel < profile.kernels().size(); check(), ++kernel) {
    const uint32_t range = attribution.of_kernel[kernel];
    if (range == NvtxForest::kNoRange || forest.crosses(nvtx.thread[range])) continue;
    ++launched[range].kernels;
    launched[range].time += profile.kernels().interval(kernel).duration();
  }
  // A range lies in ranges of its own thread.
  parallel_for(usable_cores(), forest.of_thread.size(), [&](size_t thread) {
    const auto& ranges = forest.of_thread[thread];
    ThrottledCheck check_of_thread;
    for (auto range = ranges.rbegin(); range != ranges.rend(); check_of_thread(), ++range) {
      const uint32_t parent = forest.parent[*range];
      if (parent == NvtxForest::kNoRange) continue;
      launched[parent].kernels += launched[*range].kernels;
      launched[parent].time += launched[*range].time;
    }
  });
  return launched;
}

// Where ranges cross: a kernel counts once for a label, however many of its ranges surround the launch.
void gpu_times_of_crossing(const Profile& profile, const NvtxLabels& labels, std::vector<LabelStats>& stats) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxEnclosures& enclosures = profile.derived(build_nvtx_enclosures);
  std::vector<uint32_t> credited(stats.size(), UINT32_MAX);  // indexed by label: the last kernel
  ThrottledCheck check;
  for (uint32_t kernel = 0; kernel < profile.kernels().size(); check(), ++kernel) {
    const uint32_t innermost = enclosures.attribution->of_kernel[kernel];
    if (innermost == NvtxForest::kNoRange || !enclosures.forest->crosses(nvtx.thread[innermost])) continue;
    enclosures.each({OperationNumbers::kernel, kernel}, [&](uint32_t range) {
      const uint32_t label = labels.of_template[nvtx.text[range]];
      if (std::exchange(credited[label], kernel) == kernel) return;
      ++stats[label].kernels;
      stats[label].kernel_time += profile.kernels().interval(kernel).duration();
    });
  }
}

// The same elsewhere: it counts in the outermost of these ranges.
void gpu_times(const Profile& profile, const NvtxLabels& labels, const std::vector<Launched>& launched,
               std::vector<LabelStats>& stats) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  const auto credit = [&](uint32_t range) {
    LabelStats& of = stats[labels.of_template[nvtx.text[range]]];
    of.kernels += launched[range].kernels;
    of.kernel_time += launched[range].time;
  };
  std::vector<uint32_t> around(stats.size(), 0);  // indexed by label: number of its open ranges
  std::vector<uint32_t> open;
  ThrottledCheck check;
  const auto label_of = [&](uint32_t range) { return labels.of_template[nvtx.text[range]]; };
  for (const auto& ranges : forest.of_thread) {
    const auto close_to = [&](uint32_t parent) {
      for (; !open.empty() && open.back() != parent; open.pop_back()) --around[label_of(open.back())];
    };
    for (const uint32_t range : ranges) {
      check();
      close_to(forest.parent[range]);
      if (around[label_of(range)]++ == 0) credit(range);
      open.push_back(range);
    }
    close_to(NvtxForest::kNoRange);
  }
}

}  // namespace

std::string without_operator_ids(std::string_view text) {
  // Frameworks append, for example, `, seq = 12, op_id = 3`.
  for (const std::string_view tail : {", seq =", ", op_id =", ", sizes =", ", input_op_ids ="})
    if (const size_t at = text.find(tail); at != std::string_view::npos) text = text.substr(0, at);
  return std::string(text);
}

std::string normalised_label(std::string_view given) {
  const std::string text = without_operator_ids(given);
  std::string label;
  const auto add_sign = [&] { label += label.ends_with('#') ? "" : "#"; };
  for (size_t at = 0; at < text.size();) {
    const TextWord word = word_at(text, at);
    if (is_sign(text[at]) || (word.kind != TextWord::other && word.kind != TextWord::address)) {
      add_sign();
    } else if (word.kind == TextWord::address) {
      label += text.substr(at, 2);
      add_sign();
    } else {
      label.append(text, at, std::max<size_t>(1, word.size));
    }
    at += std::max<size_t>(1, word.size);
  }
  return label;
}

TemplateLabels build_template_labels(const Profile& profile) {
  constexpr size_t kPiece = 1 << 12;
  const TextTemplates& templates = profile.nvtx().text.templates();
  std::vector<std::string> all(templates.size());
  parallel_for(usable_cores(), (all.size() + kPiece - 1) / kPiece, [&](size_t piece) {
    for (size_t i = piece * kPiece; i < std::min(all.size(), (piece + 1) * kPiece); ++i)
      all[i] = normalised_label(templates[TemplateId(i)]);
  });
  DistinctNumbers numbers = distinct_numbers(
      all.size(), [&](size_t i) { return hash_of_text(all[i]); },
      [&](size_t i, size_t j) { return all[i] == all[j]; });
  TemplateLabels labels;
  for (size_t i = 0; i < all.size(); ++i)
    if (numbers.of[i] == labels.labels.size()) labels.labels.push_back(std::move(all[i]));
  labels.of_template = std::move(numbers.of);
  return labels;
}

NvtxLabels build_nvtx_labels(const Profile& profile) {
  NvtxLabels labels;
  labels.of_template.assign(profile.nvtx().text.templates().size(), NvtxLabels::kNoLabel);
  std::vector<LabelStats> stats;
  std::vector<Launched> launched;
  parallel_for(std::min<size_t>(usable_cores(), 2), 2, [&](size_t half) {
    if (half == 0)
      launched = launched_in(profile, profile.derived(build_nvtx_forest));
    else
      stats = host_times(profile, labels);
  });
  gpu_times(profile, labels, launched, stats);
  gpu_times_of_crossing(profile, labels, stats);
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
  for (const uint32_t old : order) {
    labels.by_label.emplace(stats[old].label, place[old]);
    labels.labels.push_back(std::move(stats[old]));
  }
  for (uint32_t& label : labels.of_template)
    if (label != NvtxLabels::kNoLabel) label = place[label];
  return labels;
}

}  // namespace nsys_ai
