// Interns paths along the forest of ranges; start/end ranges are looked up one by one, since they are few.
#include "analysis/nvtx/nvtx_paths.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/nvtx/nvtx_labels.h"
#include "base/context.h"
#include "profile/dictionary.h"

namespace nsys_ai {
namespace {

// The innermost push/pop range of a thread that contains the interval, both ends included.
uint32_t around(const Profile& profile, const NvtxForest& forest, ThreadIx thread, Interval interval) {
  const Nvtx& nvtx = profile.nvtx();
  const auto& ranges = forest.of_thread[thread];
  const auto after = std::partition_point(
      ranges.begin(), ranges.end(), [&](uint32_t range) { return nvtx.start[range] <= interval.start; });
  if (after == ranges.begin()) return NvtxForest::kNoRange;
  uint32_t range = *(after - 1);
  while (range != NvtxForest::kNoRange && nvtx.end(range) < interval.end) range = forest.parent[range];
  return range;
}

// Start/end ranges that can contain a launch: closed, and begun and ended on one thread.
std::vector<uint32_t> local_start_end(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<uint32_t> ranges;
  for (uint32_t i = 0; i < nvtx.size(); ++i)
    if (nvtx.is_start_end(i) && nvtx.end(i) != Nvtx::kOpen && nvtx.thread[i] == nvtx.end_thread[i])
      ranges.push_back(i);
  return ranges;
}

// Finds the ranges of one thread that contain an interval: a tree over them by start, where each node has the
// latest end below it, so that ranges that ended earlier are skipped.
class RangesAround {
 public:
  RangesAround(const Nvtx& nvtx, std::vector<uint32_t> ranges) : nvtx_(nvtx), ranges_(std::move(ranges)) {
    std::stable_sort(ranges_.begin(), ranges_.end(),
                     [&](uint32_t a, uint32_t b) { return nvtx.start[a] < nvtx.start[b]; });
    while (leaves_ < ranges_.size()) leaves_ *= 2;
    last_end_.assign(2 * leaves_, INT64_MIN);
    for (size_t i = 0; i < ranges_.size(); ++i) last_end_[leaves_ + i] = nvtx.end(ranges_[i]);
    for (size_t node = leaves_; node-- > 1;)
      last_end_[node] = std::max(last_end_[2 * node], last_end_[2 * node + 1]);
  }

  // Sorted by start in descending order: at most the maximum that counts plus one.
  std::vector<uint32_t> of(Interval interval) const {
    std::vector<uint32_t> found;
    const auto begun = std::partition_point(ranges_.begin(), ranges_.end(), [&](uint32_t range) {
      return nvtx_.start[range] <= interval.start;
    });
    gather(1, 0, leaves_, static_cast<size_t>(begun - ranges_.begin()), interval.end, found);
    return found;
  }

 private:
  void gather(size_t node, size_t from, size_t to, size_t begun, int64_t end,
              std::vector<uint32_t>& found) const {
    if (from >= begun || last_end_[node] < end || found.size() > NvtxEnclosures::kMostAround) return;
    if (node >= leaves_) return found.push_back(ranges_[from]);
    const size_t middle = (from + to) / 2;
    gather(2 * node + 1, middle, to, begun, end, found);
    gather(2 * node, from, middle, begun, end, found);
  }

  const Nvtx& nvtx_;
  std::vector<uint32_t> ranges_;  // sorted by start
  size_t leaves_ = 1;
  std::vector<int64_t> last_end_;  // indexed by node: the root is 1, the children of n are 2n and 2n + 1
};

class PathMaker {
 public:
  PathMaker(const Profile& profile, NvtxPaths& paths)
      : nvtx_(profile.nvtx()), labels_(profile.derived(build_nvtx_labels)), paths_(paths) {}

  void add(uint32_t range, uint32_t outer) {
    const uint32_t parent = outer == NvtxForest::kNoRange ? NvtxPaths::kNoPath : paths_.of_range[outer];
    const uint32_t label = labels_.of_template[nvtx_.text[range]];
    const uint32_t path = numbers_.code(uint64_t{parent} << 32 | label);
    if (path == paths_.parent.size()) {
      paths_.parent.push_back(parent);
      paths_.label.push_back(label);
      paths_.depth.push_back(parent == NvtxPaths::kNoPath ? 0 : paths_.depth[parent] + 1);
    }
    paths_.of_range[range] = path;
  }

 private:
  const Nvtx& nvtx_;
  const NvtxLabels& labels_;
  NvtxPaths& paths_;
  Dictionary<uint64_t> numbers_;
};

}  // namespace

std::string NvtxPaths::text(const Profile& profile, uint32_t path) const {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  std::string text = labels.labels[label[path]].label;
  for (uint32_t outer = parent[path]; outer != kNoPath; outer = parent[outer])
    text.insert(0, labels.labels[label[outer]].label + " > ");
  return text;
}

NvtxPaths build_nvtx_paths(const Profile& profile) {
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  const Nvtx& nvtx = profile.nvtx();
  NvtxPaths paths;
  paths.of_range.assign(nvtx.size(), NvtxPaths::kNoPath);
  PathMaker maker(profile, paths);
  ThrottledCheck check;
  for (const auto& ranges : forest.of_thread)
    for (const uint32_t range : ranges) {
      check();
      maker.add(range, forest.parent[range]);
    }
  for (const uint32_t range : local_start_end(profile))
    maker.add(range, around(profile, forest, nvtx.thread[range], nvtx.interval(range)));
  return paths;
}

uint32_t range_of_call(const Profile& profile, uint32_t call) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxEnclosures& enclosures = profile.derived(build_nvtx_enclosures);
  const Calls& calls = profile.calls();
  uint32_t innermost = around(profile, *enclosures.forest, calls.thread[call], calls.interval(call));
  const auto crossing = enclosures.start_end.find(call);
  if (crossing == enclosures.start_end.end()) return innermost;
  // Of ranges with equal starts the shorter is inside.
  for (const uint32_t range : crossing->second)
    if (innermost == NvtxForest::kNoRange || std::pair(nvtx.start[range], -nvtx.end(range)) >
                                                 std::pair(nvtx.start[innermost], -nvtx.end(innermost)))
      innermost = range;
  return innermost;
}

NvtxEnclosures build_nvtx_enclosures(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  const Calls& calls = profile.calls();
  NvtxEnclosures all{&profile.derived(build_nvtx_forest),
                     &profile.derived(build_attribution),
                     &profile.derived(build_launches),
                     {},
                     {},
                     {}};
  const std::vector<uint32_t> ranges = local_start_end(profile);
  if (ranges.empty()) return all;
  std::vector<std::vector<uint32_t>> of_thread(profile.threads().size());
  for (const uint32_t range : ranges) of_thread[nvtx.thread[range]].push_back(range);
  std::vector<std::optional<RangesAround>> around_calls(of_thread.size());
  for (size_t thread = 0; thread < of_thread.size(); ++thread)
    if (!of_thread[thread].empty()) around_calls[thread].emplace(nvtx, std::move(of_thread[thread]));
  int64_t crowded = 0;
  ThrottledCheck check;
  for (uint32_t call = 0; call < calls.size(); check(), ++call) {
    const auto& ranges_around = around_calls[calls.thread[call]];
    if (!ranges_around) continue;
    std::vector<uint32_t> found = ranges_around->of(calls.interval(call));
    if (found.empty()) continue;
    if (found.size() > NvtxEnclosures::kMostAround) {
      ++crowded;
      found.pop_back();
    }
    std::sort(found.begin(), found.end());
    all.start_end.emplace(call, std::move(found));
    all.push_pop[call] = around(profile, *all.forest, calls.thread[call], calls.interval(call));
  }
  if (crowded > 0) {
    all.crowded = std::make_shared<const DataLoss>(DataLoss{
        {fmt::format("{} calls lie in more than {} start/end ranges each, of which the {} count that began last.",
                     crowded, NvtxEnclosures::kMostAround, NvtxEnclosures::kMostAround)}});
    report_loss(*all.crowded);
  }
  return all;
}

}  // namespace nsys_ai
