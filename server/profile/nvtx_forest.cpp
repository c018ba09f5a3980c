// Sorts the ranges of each thread and nests them with a stack; an index over ends serves threads with
// crossings.
#include "profile/nvtx_forest.h"

#include <fmt/format.h>

#include <atomic>
#include <functional>
#include <queue>
#include <string>
#include <tuple>
#include <utility>

#include "base/context.h"
#include "base/nearly_sorted.h"
#include "base/parallel.h"
#include "base/partition_near.h"

namespace nsys_ai {
namespace {

// The ranges of each thread.
std::vector<std::vector<uint32_t>> ranges_by_thread(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<size_t> counts(profile.threads().size(), 0);
  ThrottledCheck check;
  for (uint32_t i = 0; i < nvtx.size(); check(), ++i)
    if (nvtx.is_on_one_thread(i)) ++counts[nvtx.thread[i]];
  std::vector<std::vector<uint32_t>> ranges(profile.threads().size());
  for (size_t thread = 0; thread < ranges.size(); ++thread) ranges[thread].reserve(counts[thread]);
  for (uint32_t i = 0; i < nvtx.size(); check(), ++i)
    if (nvtx.is_on_one_thread(i)) ranges[nvtx.thread[i]].push_back(i);
  return ranges;
}

// The ranges of each process that ended on another thread than they began on, in order.
std::vector<std::vector<uint32_t>> ranges_across_threads(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<std::vector<uint32_t>> ranges(profile.processes().size());
  ThrottledCheck check;
  for (uint32_t i = 0; i < nvtx.size(); check(), ++i)
    if (nvtx.is_range(i) && nvtx.end(i) != Nvtx::kOpen && nvtx.thread[i] != nvtx.end_thread[i])
      ranges[profile.threads()[nvtx.thread[i]].process].push_back(i);
  for (auto& of : ranges)
    std::sort(of.begin(), of.end(), [&](uint32_t a, uint32_t b) { return range_precedes(profile, a, b); });
  return ranges;
}

// For ranges that began and ended together.
bool equal_range_precedes(const Profile& profile, uint32_t a, uint32_t b) {
  const Nvtx& nvtx = profile.nvtx();
  if (!nvtx.text.same(a, b)) {
    const std::string text_a = nvtx.text.whole(a);
    const std::string text_b = nvtx.text.whole(b);
    return text_a.size() != text_b.size() ? text_a.size() < text_b.size() : text_a < text_b;
  }
  const auto key = [&](uint32_t range) {
    const Thread& thread = profile.threads()[nvtx.thread[range]];
    return std::tuple(nvtx.type[range], uint32_t{nvtx.domain[range]}, int64_t{nvtx.category[range]},
                      profile.processes()[thread.process].key, thread.tid, range);
  };
  return key(a) < key(b);
}

// How many of the ordered ranges begin in too many others.
int64_t count_crowded(const Nvtx& nvtx, const std::vector<uint32_t>& ranges) {
  int64_t crowded = 0;
  std::priority_queue<int64_t, std::vector<int64_t>, std::greater<>> open;
  ThrottledCheck check;
  for (const uint32_t range : ranges) {
    check();
    while (!open.empty() && open.top() < nvtx.start[range]) open.pop();
    crowded += open.size() > NvtxForest::kDeepest ? 1 : 0;
    open.push(nvtx.end(range));
  }
  return crowded;
}

}  // namespace

bool range_precedes(const Profile& profile, uint32_t a, uint32_t b) {
  const Nvtx& nvtx = profile.nvtx();
  if (nvtx.start[a] != nvtx.start[b]) return nvtx.start[a] < nvtx.start[b];
  const int64_t end_a = nvtx.end(a);
  const int64_t end_b = nvtx.end(b);
  return end_a != end_b ? end_a > end_b : equal_range_precedes(profile, a, b);
}

RangeEnds::RangeEnds(const Nvtx& nvtx, const std::vector<uint32_t>& ranges) {
  size_t leaves = 1;
  while (leaves < ranges.size()) leaves *= 2;
  latest_.assign(2 * leaves, INT64_MIN);
  for (size_t i = 0; i < ranges.size(); ++i) latest_[leaves + i] = nvtx.end(ranges[i]);
  for (size_t node = leaves; node-- > 1;) latest_[node] = std::max(latest_[2 * node], latest_[2 * node + 1]);
}

std::vector<uint32_t> RangeEnds::around(const Nvtx& nvtx, const std::vector<uint32_t>& ranges,
                                        Interval interval, size_t most) const {
  const size_t leaves = latest_.size() / 2;
  const auto begun = static_cast<size_t>(
      std::partition_point(ranges.begin(), ranges.end(),
                           [&](uint32_t range) { return nvtx.start[range] <= interval.start; }) -
      ranges.begin());
  struct Part {
    size_t node, from, to;
  };
  std::vector<Part> parts = {{1, 0, leaves}};
  std::vector<uint32_t> found;
  while (!parts.empty() && found.size() < most) {
    const Part part = parts.back();
    parts.pop_back();
    if (part.from >= begun || latest_[part.node] < interval.end) continue;
    if (part.node >= leaves) {
      found.push_back(ranges[part.from]);
      continue;
    }
    const size_t middle = (part.from + part.to) / 2;
    parts.push_back({2 * part.node, part.from, middle});
    parts.push_back({2 * part.node + 1, middle, part.to});
  }
  return found;
}

int64_t NvtxForest::depth(uint32_t range) const {
  int64_t depth = 0;
  for (uint32_t at = parent[range]; at != kNoRange; at = parent[at]) ++depth;
  return depth;
}

// The last range that began either contains the interval, or lies with it in the one that is looked for: of
// two ranges that began before an interval, only the earlier one can contain it and not the other, which then
// ended before the interval does.
void NvtxForest::innermost(const Nvtx& nvtx, ThreadIx thread, Interval interval, Innermost& found) const {
  const std::vector<uint32_t>& ranges = of_thread[thread];
  found.near =
      partition_near(ranges, found.near, [&](uint32_t range) { return nvtx.start[range] <= interval.start; });
  found.starts = {INT64_MIN, found.near < ranges.size() ? nvtx.start[ranges[found.near]] : INT64_MAX};
  found.end = INT64_MAX;
  found.range = kNoRange;
  if (found.near == 0) return;
  found.range = ranges[found.near - 1];
  found.starts.start = nvtx.start[found.range];
  for (; found.range != kNoRange; found.range = parent[found.range]) {
    found.end = nvtx.end(found.range);
    if (found.end >= interval.end) return;
    found.starts.start = std::max(found.starts.start, found.end + 1);
  }
  found.end = INT64_MAX;
}

int64_t NvtxForest::nest(const Nvtx& nvtx, size_t thread) {
  struct Open {
    int64_t end;
    uint32_t range;
  };
  std::vector<Open> open;
  int64_t deep = 0;
  bool crossing = false;
  ThrottledCheck check;
  for (const uint32_t range : of_thread[thread]) {
    check();
    const int64_t start = nvtx.start[range];
    const int64_t end = nvtx.end(range);
    // A range that ends before a later one contains nothing more that the later one does not.
    for (; !open.empty() && open.back().end < end; open.pop_back()) crossing |= open.back().end > start;
    // A range that only touches the end of another is its sibling, not its child.
    while (!open.empty() && open.back().end <= start && end > start) open.pop_back();
    if (!open.empty()) parent[range] = open[std::min<size_t>(open.size(), kDeepest) - 1].range;
    deep += open.size() > kDeepest ? 1 : 0;
    open.push_back({end, range});
  }
  if (!crossing) return deep;
  thread_ends_[thread] = RangeEnds(nvtx, of_thread[thread]);
  return count_crowded(nvtx, of_thread[thread]);
}

NvtxForest build_nvtx_forest(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  NvtxForest forest;
  forest.parent.assign(nvtx.size(), NvtxForest::kNoRange);
  forest.of_thread = ranges_by_thread(profile);
  forest.thread_ends_.resize(forest.of_thread.size());
  forest.of_process = ranges_across_threads(profile);
  for (const std::vector<uint32_t>& ranges : forest.of_process)
    forest.process_ends_.push_back(ranges.empty() ? RangeEnds() : RangeEnds(nvtx, ranges));
  std::atomic<int64_t> too_deep = 0;
  parallel_for(usable_cores(), forest.of_thread.size(), [&](size_t thread) {
    ThrottledCheck check;
    sort_nearly_sorted(forest.of_thread[thread].begin(), forest.of_thread[thread].end(),
                       [&](uint32_t a, uint32_t b) {
                         check();
                         return range_precedes(profile, a, b);
                       });
    too_deep += forest.nest(nvtx, thread);
  });
  if (too_deep > 0) {
    forest.too_deep_ = std::make_shared<const DataLoss>(DataLoss{
        {fmt::format("{} ranges begin in more than {} others each; what lies in them counts for {} only.",
                     too_deep.load(), NvtxForest::kDeepest, NvtxForest::kDeepest)}});
    report_loss(*forest.too_deep_);
  }
  return forest;
}

}  // namespace nsys_ai
