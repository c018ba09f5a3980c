// The nesting of NVTX ranges: the path of labels to each range, and all ranges around an operation's launch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// The distinct paths of labels, as a tree. Build with `profile.derived(build_nvtx_paths)`.
struct NvtxPaths {
  static constexpr uint32_t kNoPath = UINT32_MAX;
  std::vector<uint32_t> parent;    // indexed by path; kNoPath at the roots
  std::vector<uint32_t> label;     // indexed by path: in NvtxLabels
  std::vector<uint32_t> depth;     // indexed by path; 0 at the roots
  std::vector<uint32_t> of_range;  // indexed by NVTX row; kNoPath for ranges that cannot contain a launch

  // `step # > forward > layer #`
  std::string text(const Profile& profile, uint32_t path) const;
};
NvtxPaths build_nvtx_paths(const Profile& profile);

// The ranges around each operation's launch call. Build with `profile.derived(build_nvtx_enclosures)`.
struct NvtxEnclosures {
  const Nvtx* nvtx = nullptr;
  const Calls* calls = nullptr;
  const NvtxForest* forest = nullptr;
  const Attribution* attribution = nullptr;
  const Launches* launches = nullptr;

  // Calls `visit(NVTX row)` once for each range around the call that launched the operation, the innermost
  // first.
  template <class Visit>
  void each(OperationNumbers::Operation operation, Visit visit) const;
  // The same for a `visit` that returns whether the ancestors of its range are wanted.
  template <class Visit>
  void each_outwards(OperationNumbers::Operation operation, Visit visit) const;
};
NvtxEnclosures build_nvtx_enclosures(const Profile& profile);

// The lists of host-device links, by kind of operation.
template <class Links>
const RowLinks& links_of(const Links& links, OperationNumbers::Kind kind) {
  return kind == OperationNumbers::kernel   ? links.of_kernel
         : kind == OperationNumbers::copy   ? links.of_copy
         : kind == OperationNumbers::memset ? links.of_memset
                                            : links.of_graph_run;
}

template <class Visit>
void NvtxEnclosures::each_outwards(OperationNumbers::Operation operation, Visit visit) const {
  uint32_t range = links_of(*attribution, operation.kind)[operation.at];
  if (range == NvtxForest::kNoRange) return;
  if (const ThreadIx thread = nvtx->thread[range]; forest->crosses(thread)) {
    const uint32_t call = links_of(*launches, operation.kind)[operation.at];
    return forest->each_around(*nvtx, thread, calls->interval(call), visit);
  }
  while (range != NvtxForest::kNoRange && visit(range)) range = forest->parent[range];
}

template <class Visit>
void NvtxEnclosures::each(OperationNumbers::Operation operation, Visit visit) const {
  each_outwards(operation, [&](uint32_t range) {
    visit(range);
    return true;
  });
}

}  // namespace nsys_ai
