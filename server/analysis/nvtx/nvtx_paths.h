// The nesting of NVTX ranges: the path of labels to each range, and all ranges around an operation's launch.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "profile/order.h"
#include "profile/profile.h"

namespace nsys_ai {

// The distinct paths of labels, as a tree. A start/end range is the last label of a path, below the push/pop
// ranges that contain it; nothing is below it, since start/end ranges need not nest. Build with
// `profile.derived(build_nvtx_paths)`.
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
  // Maximum number of start/end ranges around a call that count: those that began last. A typical program has
  // a few dozen open.
  static constexpr size_t kMostAround = 100;
  const NvtxForest* forest = nullptr;
  const Attribution* attribution = nullptr;
  const Launches* launches = nullptr;
  // Keyed by call: the start/end ranges around it, and the innermost push/pop range where one of them is
  // inside it.
  std::unordered_map<uint32_t, std::vector<uint32_t>> start_end;
  std::unordered_map<uint32_t, uint32_t> push_pop;
  // Reported where more ranges than the maximum surround a call; otherwise null.
  std::shared_ptr<const DataLoss> crowded;

  // Calls `visit(NVTX row)` once for each range around the call that launched the operation.
  template <class Visit>
  void each(OperationNumbers::Operation operation, Visit visit) const;
};
NvtxEnclosures build_nvtx_enclosures(const Profile& profile);

// The innermost closed range around any call, found as attribution does for launch calls: of the ranges that
// contain the call on its thread, the latest to begin. NvtxForest::kNoRange where there is none.
uint32_t range_of_call(const Profile& profile, uint32_t call);

// The lists of host-device links, by kind of operation.
template <class Links>
const RowLinks& links_of(const Links& links, OperationNumbers::Kind kind) {
  return kind == OperationNumbers::kernel   ? links.of_kernel
         : kind == OperationNumbers::copy   ? links.of_copy
         : kind == OperationNumbers::memset ? links.of_memset
                                            : links.of_graph_run;
}

template <class Visit>
void NvtxEnclosures::each(OperationNumbers::Operation operation, Visit visit) const {
  uint32_t range = links_of(*attribution, operation.kind)[operation.at];
  if (range == NvtxForest::kNoRange) return;
  if (!start_end.empty()) {
    const uint32_t call = links_of(*launches, operation.kind)[operation.at];
    if (const auto around = start_end.find(call); around != start_end.end()) {
      for (const uint32_t of : around->second) visit(of);
      range = push_pop.at(call);
    }
  }
  for (; range != NvtxForest::kNoRange; range = forest->parent[range]) visit(range);
}

}  // namespace nsys_ai
