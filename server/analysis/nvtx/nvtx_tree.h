// NVTX ranges as a person walks through them: paths of labels on each thread, with what they launched.
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

// All ranges of one path of labels on one thread, or the thread itself, which is what its outermost ranges
// lie in. Everything is clipped to the scope. Host and GPU times are never mixed.
struct NvtxNode {
  static constexpr uint32_t kNone = UINT32_MAX;
  ThreadIx thread;
  uint32_t path = NvtxPaths::kNoPath;  // kNoPath for a thread
  uint32_t parent = kNone;             // node; kNone for a thread
  uint32_t depth = 0;                  // 0 for a thread, 1 for its outermost ranges

  int64_t instances = 0;     // ranges of exactly this path; of a thread, those on it
  Sum host{};                // their time on the host, ns; of a thread, that of its outermost ranges
  int64_t host_max = 0;      // of one range
  uint32_t longest = kNone;  // the NVTX row of that range, the first of equal ones

  int64_t kernels = 0;      // launched inside, at any depth; each counts once here
  Sum kernel_time{};        // of those, summed over devices, ns
  int64_t own_kernels = 0;  // those whose innermost range is one of these
  Sum own_kernel_time{};
  int64_t operations = 0;  // kernels, copies, memsets and graph runs launched inside
  Sum busy{};              // the union of those on each device, added over devices, ns
};

struct NvtxTree {
  std::vector<NvtxNode> nodes;    // the outer before the inner
  std::vector<uint32_t> threads;  // nodes, in the order below
  NvtxCoverage coverage;          // of the scope
  // Ranges that touch the scope and are on no path: never closed, or ended on another thread.
  int64_t skipped = 0;
  Interval span;  // first start to last end of the ranges, clipped

  // By kernel time, then host time, the largest first, then by label.
  std::span<const uint32_t> children(uint32_t node) const {
    return std::span(child_list).subspan(first_child[node], first_child[node + 1] - first_child[node]);
  }
  // kNone where the scope has no such node.
  uint32_t find(ThreadIx thread, uint32_t path) const;

  std::vector<uint32_t> child_list;
  std::vector<uint32_t> first_child;  // by node, one more than there are nodes: in `child_list`
  Dictionary<uint64_t> numbers;       // of nodes, by thread and path
};

// Ranges are those of the processes in scope that touch its window, and those that launched what ran in it.
// A kernel is attributed as in `kernels_by_path`: so `own_kernel_time` by path is what that gives, and the
// roots of all threads add up to the attributed kernel time of `nvtx_coverage_of`.
NvtxTree nvtx_tree(const Profile& profile, const Scope& scope);

// The same over the whole capture, kept. Build with `profile.derived(build_nvtx_tree)`.
NvtxTree build_nvtx_tree(const Profile& profile);

// Kernels of one name whose innermost range is one of a node.
struct NodeKernel {
  uint32_t node = 0;
  NameId kernel;
  int64_t calls = 0;
  Sum total{};
};
// By node, then by total, the largest first, then by name.
std::vector<NodeKernel> kernels_of_nodes(const Profile& profile, const Scope& scope, const NvtxTree& tree);

// For each of `nodes`, how many of its ranges touch each of `parts` equal parts of `tree.span`.
std::vector<std::vector<uint32_t>> instances_over_time(const Profile& profile, const Scope& scope,
                                                       const NvtxTree& tree, std::span<const uint32_t> nodes,
                                                       size_t parts);

}  // namespace nsys_ai
