// Scans the ranges of the thread once, and keeps the first range of each label in each repeat.
#include "analysis/time/numbered_blocks.h"

#include <algorithm>
#include <map>
#include <string>

#include "analysis/nvtx/label_numbers.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/time/iterations.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr size_t kFewestPairs = 3;
constexpr size_t kMostPairs = 80;  // percent
struct Met {
  size_t repeat;
  uint32_t range;
};

// Whether the texts number blocks from repeat to repeat: most differ by the same increment, and the numbers
// are no counter of progress that counts up and has each value once, as in `batch 7`. Block numbers are
// indices, or count down, or restart.
bool number_blocks(const Profile& profile, const std::vector<Met>& met, size_t repeats) {
  IncrementCounts steps;
  bool are_parts = true;  // all changing numbers are indices
  bool begin_again = false;
  std::vector<int64_t> before;
  for (size_t i = 0; i < met.size(); ++i) {
    const std::string text = without_operator_ids(profile.nvtx_text(met[i].range));
    std::vector<int64_t> now = numbers_in(text);
    const auto pair = i > 0 ? counted_on(before, now) : std::nullopt;
    if (i > 0 && met[i].repeat == met[i - 1].repeat + 1) steps.add(pair);
    if (pair) {
      are_parts = are_parts && are_indices(text)[pair->place];
      begin_again = begin_again || pair->by < 0;
    }
    before = std::move(now);
  }
  const auto step = steps.most_frequent();
  const size_t wanted = std::max(kFewestPairs, (repeats - 1) * kMostPairs / 100);
  return step && step->pairs >= wanted && (are_parts || begin_again);
}

}  // namespace

std::optional<NumberedBlocks> find_numbered_blocks(const Profile& profile, ThreadIx thread,
                                                   const std::vector<std::optional<int64_t>>& on_host,
                                                   int64_t end) {
  const Nvtx& nvtx = profile.nvtx();
  if (nvtx.size() == 0) return std::nullopt;
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::vector<std::pair<int64_t, size_t>> begins;  // of repeats with a known beginning
  for (size_t i = 0; i < on_host.size(); ++i)
    if (on_host[i]) begins.emplace_back(*on_host[i], i);
  if (begins.size() <= kFewestPairs || !std::is_sorted(begins.begin(), begins.end())) return std::nullopt;
  std::map<uint32_t, std::vector<Met>> of_label;
  size_t at = 0;  // index of the first that begins later
  ThrottledCheck check;
  for (const uint32_t range : profile.derived(build_nvtx_forest).of_thread[thread]) {
    check();
    if (nvtx.start[range] >= end) break;
    const uint32_t label = labels.of_template[nvtx.text[range]];
    while (at < begins.size() && begins[at].first <= nvtx.start[range]) ++at;
    const std::string& text = labels.labels[label].label;
    if (text.find('#') == std::string::npos || names_a_step(text)) continue;
    auto& met = of_label[label];
    // A repeat begins where its first kernel is launched; a range may already be open there.
    const auto meet = [&](size_t repeat) {
      if (met.empty() || met.back().repeat < repeat) met.push_back({repeat, range});
    };
    if (at > 0) meet(begins[at - 1].second);
    if (at < begins.size() && nvtx.end(range) > begins[at].first) meet(begins[at].second);
  }
  // Labels are in descending order of the GPU time of their work.
  for (const auto& [label, met] : of_label) {
    if (!number_blocks(profile, met, begins.size())) continue;
    NumberedBlocks blocks{label, std::vector<uint32_t>(on_host.size(), NvtxForest::kNoRange)};
    for (const Met& of : met) blocks.ranges[of.repeat] = of.range;
    return blocks;
  }
  return std::nullopt;
}

}  // namespace nsys_ai
