// Goes through the ranges of the thread once, and keeps of each label the first one in each repeat.
#include "analysis/time/numbered_blocks.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <string_view>

#include "analysis/nvtx/nvtx_labels.h"
#include "base/work_scope.h"
#include "profile/order.h"

namespace nsys_ai::inline analysis {
namespace {

constexpr size_t kFewestPairs = 3;
constexpr size_t kMostPairs = 80;  // of a hundred
// What a program counts that goes on with time, by the end of the word before the number.
constexpr std::string_view kCounters[] = {"step",  "iter",    "iteration", "batch", "epoch", "frame", "token",
                                          "seq",   "sample",  "request",   "req",   "trial", "run",   "round",
                                          "pass",  "id",      "call",      "count", "event", "cycle", "loop",
                                          "image", "sequence"};

struct Numbered {
  std::string word;  // the letters before it, in lower case
  int64_t number = 0;
};

std::vector<Numbered> numbers_in(std::string_view text) {
  std::vector<Numbered> all;
  std::string word;
  for (size_t at = 0; at < text.size(); ++at) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (std::isdigit(c)) {
      int64_t number = 0;
      for (; at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])); ++at)
        number = std::min<int64_t>(number * 10 + (text[at] - '0'), INT32_MAX);
      --at;
      all.push_back({word, number});
      word.clear();
    } else if (std::isalpha(c)) {
      if (at > 0 && !std::isalpha(static_cast<unsigned char>(text[at - 1]))) word.clear();
      word += static_cast<char>(std::tolower(c));
    }
  }
  return all;
}

bool counts_time(std::string_view word) {
  return std::any_of(std::begin(kCounters), std::end(kCounters),
                     [&](std::string_view counter) { return word.ends_with(counter); });
}

struct Met {
  size_t repeat;
  uint32_t range;
};

// Whether one of the numbers in the label differs from repeat to repeat by the same.
bool numbers_up(const Profile& profile, const std::vector<Met>& met, size_t repeats) {
  std::vector<std::map<int64_t, size_t>> by_place;  // differences
  std::vector<Numbered> last;
  for (size_t i = 0; i < met.size(); ++i) {
    std::vector<Numbered> now = numbers_in(without_operator_ids(profile.nvtx_text(met[i].range)));
    if (by_place.size() < now.size()) by_place.resize(now.size());
    if (i > 0 && met[i].repeat == met[i - 1].repeat + 1)
      for (size_t place = 0; place < std::min(last.size(), now.size()); ++place)
        if (!counts_time(now[place].word)) ++by_place[place][now[place].number - last[place].number];
    last = std::move(now);
  }
  const size_t wanted = std::max(kFewestPairs, (repeats - 1) * kMostPairs / 100);
  for (const auto& differences : by_place)
    for (const auto& [difference, count] : differences)
      if (difference != 0 && count >= wanted) return true;
  return false;
}

}  // namespace

std::optional<NumberedBlocks> find_numbered_blocks(const Profile& profile, ThreadIx thread,
                                                   const std::vector<std::optional<int64_t>>& on_host,
                                                   int64_t end) {
  const Nvtx& nvtx = profile.nvtx();
  if (nvtx.size() == 0) return std::nullopt;
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::vector<std::pair<int64_t, size_t>> begins;  // of those that are known
  for (size_t i = 0; i < on_host.size(); ++i)
    if (on_host[i]) begins.emplace_back(*on_host[i], i);
  if (begins.size() <= kFewestPairs || !std::is_sorted(begins.begin(), begins.end())) return std::nullopt;
  std::map<uint32_t, std::vector<Met>> of_label;
  size_t at = 0;  // of the first that begins later
  Pacer pacer;
  for (const uint32_t range : profile.derived(build_nvtx_forest).of_thread[thread]) {
    pacer();
    if (nvtx.start[range] >= end) break;
    const uint32_t label = labels.of_template[nvtx.text[range]];
    while (at < begins.size() && begins[at].first <= nvtx.start[range]) ++at;
    if (labels.labels[label].label.find('#') == std::string::npos) continue;
    auto& met = of_label[label];
    // A repeat begins where its first kernel is launched: a range may be open there already.
    const auto meet = [&](size_t repeat) {
      if (met.empty() || met.back().repeat < repeat) met.push_back({repeat, range});
    };
    if (at > 0) meet(begins[at - 1].second);
    if (at < begins.size() && nvtx.end(range) > begins[at].first) meet(begins[at].second);
  }
  // By the GPU time of what the label launched, the most first.
  for (const auto& [label, met] : of_label) {
    if (!numbers_up(profile, met, begins.size())) continue;
    NumberedBlocks blocks{label, std::vector<uint32_t>(on_host.size(), NvtxForest::kNoRange)};
    for (const Met& of : met) blocks.ranges[of.repeat] = of.range;
    return blocks;
  }
  return std::nullopt;
}

}  // namespace nsys_ai::inline analysis
