// The NVTX ranges as a browsable tree: paths of labels on each thread, with the work that they launched.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/nvtx/nvtx_gpu.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "analysis/scope.h"
#include "base/sum.h"
#include "profile/dictionary.h"
#include "profile/profile.h"

namespace nsys_ai {

// All ranges of one path of labels on one thread, or the thread itself, which is the parent of its outermost
// ranges. All values are clipped to the scope. Host and GPU times are never added.
struct NvtxNode {
  static constexpr uint32_t kNone = UINT32_MAX;
  ThreadIx thread;
  uint32_t path = NvtxPaths::kNoPath;  // kNoPath for a thread
  uint32_t parent = kNone;             // parent node; kNone for a thread
  uint32_t depth = 0;                  // 0 for a thread, 1 for its outermost ranges

  int64_t instances = 0;     // ranges of exactly this path; for a thread, the ranges on it
  Sum host{};                // their time on the host, ns; for a thread, of its outermost ranges
  int64_t host_max = 0;      // longest range
  uint32_t longest = kNone;  // the NVTX row of the longest range, the first of equal ones

  int64_t kernels = 0;  // launched inside, at any depth; each counts once per node, in ranges that cross too
  Sum kernel_time{};        // of those kernels, summed over devices, ns
  int64_t own_kernels = 0;  // kernels whose innermost range is one of these
  Sum own_kernel_time{};
  int64_t operations = 0;  // kernels, copies, memsets and graph runs launched inside
  Sum busy{};              // union of the operations on each device, added over devices, ns
};

struct NvtxTree {
  std::vector<NvtxNode> nodes;    // parents before children
  std::vector<uint32_t> threads;  // thread nodes, in the order of children()
  NvtxCoverage coverage;          // of the scope
  // Ranges in the scope without a path: they were never closed, or ended on another thread.
  int64_t skipped = 0;
  Interval span;  // first start to last end of the ranges, clipped

  // Sorted by kernel time, then host time, both descending, then by label.
  std::span<const uint32_t> children(uint32_t node) const {
    return std::span(child_list).subspan(first_child[node], first_child[node + 1] - first_child[node]);
  }
  // kNone where the scope has no matching node.
  uint32_t find(ThreadIx thread, uint32_t path) const;

  std::vector<uint32_t> child_list;
  // Indexed by node: offset in `child_list`; one element more than there are nodes.
  std::vector<uint32_t> first_child;
  Dictionary<uint64_t> numbers;  // node numbers, keyed by thread and path
};

// Includes ranges of the processes in scope that overlap its window, and ranges that launched work in the
// window. Kernels are attributed as in `kernels_by_path`, so `own_kernel_time` by path equals its result, and
// the roots of all threads add up to the attributed kernel time of `nvtx_coverage_of`.
NvtxTree nvtx_tree(const Profile& profile, const Scope& scope);

// The same over the entire capture, cached. Build with `profile.derived(build_nvtx_tree)`.
NvtxTree build_nvtx_tree(const Profile& profile);

// Kernels of one name whose innermost range belongs to a node.
struct NodeKernel {
  uint32_t node = 0;
  NameId kernel;
  int64_t calls = 0;
  Sum total{};
};
// Sorted by node, then by total in descending order, then by name.
std::vector<NodeKernel> kernels_of_nodes(const Profile& profile, const Scope& scope, const NvtxTree& tree);

// For each of `nodes`, how many of its ranges overlap each of `parts` equal parts of `tree.span`.
std::vector<std::vector<uint32_t>> instances_over_time(const Profile& profile, const Scope& scope,
                                                       const NvtxTree& tree, std::span<const uint32_t> nodes,
                                                       size_t parts);

}  // namespace nsys_ai
