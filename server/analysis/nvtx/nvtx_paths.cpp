// Interns paths along the forest of ranges; start/end ranges are looked up one by one, since they are few.
#include "analysis/nvtx/nvtx_paths.h"

#include <algorithm>

#include "analysis/nvtx/nvtx_labels.h"
#include "profile/dictionary.h"

namespace nsys_ai::inline analysis {
namespace {

// The innermost push/pop range of a thread that contains the whole interval, both ends included.
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

// Start/end ranges that an operation can lie in: closed, and begun and ended on one thread.
std::vector<uint32_t> local_start_end(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  std::vector<uint32_t> ranges;
  for (uint32_t i = 0; i < nvtx.size(); ++i)
    if (nvtx.is_start_end(i) && nvtx.end(i) != Nvtx::kOpen && nvtx.thread[i] == nvtx.end_thread[i])
      ranges.push_back(i);
  return ranges;
}

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
  for (const auto& ranges : forest.of_thread)
    for (const uint32_t range : ranges) maker.add(range, forest.parent[range]);
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
  // Of equal starts the shorter is inside.
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
                     {}};
  const std::vector<uint32_t> ranges = local_start_end(profile);
  if (ranges.empty()) return all;
  std::vector<bool> wanted(profile.threads().size(), false);
  for (const uint32_t range : ranges) wanted[nvtx.thread[range]] = true;
  std::vector<std::vector<uint32_t>> of_thread(profile.threads().size());
  for (uint32_t call = 0; call < calls.size(); ++call)
    if (wanted[calls.thread[call]]) of_thread[calls.thread[call]].push_back(call);
  const auto earlier = [&](uint32_t a, uint32_t b) { return calls.start[a] < calls.start[b]; };
  for (auto& thread : of_thread) std::stable_sort(thread.begin(), thread.end(), earlier);
  for (const uint32_t range : ranges) {
    const auto& thread = of_thread[nvtx.thread[range]];
    auto at = std::partition_point(thread.begin(), thread.end(),
                                   [&](uint32_t call) { return calls.start[call] < nvtx.start[range]; });
    for (; at != thread.end() && calls.start[*at] <= nvtx.end(range); ++at)
      if (calls.end(*at) <= nvtx.end(range)) all.start_end[*at].push_back(range);
  }
  for (const auto& [call, unused] : all.start_end)
    all.push_pop[call] = around(profile, *all.forest, calls.thread[call], calls.interval(call));
  return all;
}

}  // namespace nsys_ai::inline analysis
