// Looks ranges up once per created node.
#include "analysis/nvtx/capture_ranges.h"

#include "base/context.h"
#include "profile/families/family_gpu.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// A graph is copied when it is instantiated or cloned, a few times at most; more is a loop in the file.
constexpr int kMostCopies = 16;

}  // namespace

Result<CaptureRanges> CaptureRanges::read(const Profile& profile, const Work& work) {
  CaptureRanges found;
  if (!profile.has_table("CUDA_GRAPH_NODE_EVENTS") && !profile.has_table("CUDA_GRAPH_EVENTS")) return found;
  const auto nodes = profile.events<GraphNodes>(work);
  if (!nodes) return tl::unexpected(nodes.error());
  const GraphNodes& all = **nodes;
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  using Key = std::pair<uint32_t, int64_t>;
  std::map<Key, size_t> created;  // the event of each node
  std::vector<Key> keys;
  ThrottledCheck check;
  for (size_t i = 0; i < all.size(); ++i) {
    check();
    const ThreadIx thread = all.threads[all.thread[i]].thread;
    keys.emplace_back(thread.exists() ? profile.threads()[thread].process.value : UINT32_MAX, all.node[i]);
    if (thread.exists()) created.try_emplace(keys.back(), i);
  }
  for (const auto& [key, event] : created) {
    check();
    size_t first = event;
    for (int copies = 0; copies < kMostCopies && all.original[first] != 0; ++copies) {
      const auto original = created.find({key.first, all.original[first]});
      if (original == created.end()) break;
      first = original->second;
    }
    if (all.original[first] != 0) continue;  // its first creation is not in the capture
    const ThreadIx thread = all.threads[all.thread[first]].thread;
    const uint32_t range = forest.innermost(profile.nvtx(), thread, all.interval(first));
    if (range != NvtxForest::kNoRange) found.of_node_.emplace(key, range);
  }
  return found;
}

uint32_t CaptureRanges::of_kernel(const Profile& profile, uint32_t kernel) const {
  const Kernels& kernels = profile.kernels();
  if (kernels.graph_node[kernel] == 0) return NvtxForest::kNoRange;
  const ProcessIx process = profile.devices()[profile.streams()[kernels.stream[kernel]].device].process;
  const auto found = of_node_.find({process.value, kernels.graph_node[kernel]});
  return found == of_node_.end() ? NvtxForest::kNoRange : found->second;
}

}  // namespace nsys_ai
