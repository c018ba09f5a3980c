// Stacks with weights, merged into a tree: the CPU samples of threads, or the GPU time of kernels below the
// NVTX ranges or the call chain of their launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scope.h"
#include "base/result.h"
#include "base/sum.h"
#include "base/work.h"
#include "profile/profile.h"

namespace nsys_ai {

enum class FlameOf : uint8_t {
  samples,    // CPU samples by thread and call chain
  nvtx,       // kernels by the thread that launched them and the NVTX ranges around the launch
  backtraces  // kernels by that thread and the call chain of the launch
};
constexpr size_t kFlameKinds = 3;
std::string_view name_of(FlameOf of);

enum class FrameKind : uint8_t {
  all,  // the root
  thread,
  function,
  module,  // functions without a name, by the library or program that they are in
  range,
  kernel,
  no_range,  // launched in no NVTX range
  no_chain,  // without a call chain
  no_launch  // the launch is not in the capture
};
std::string_view name_of(FrameKind kind);

struct FlameFrame {
  FrameKind kind = FrameKind::all;
  std::string text = {};  // the function, the label, the kernel's full name, the thread's name; may be empty
  std::string module = {};          // of a function; of a thread, the name of its process
  std::optional<int64_t> pid = {};  // of a thread
  int64_t tid = 0;
  uint32_t number = 0;  // of a label in NvtxLabels, of a kernel its NameId
};

struct FlameNode {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t parent = kNone;
  uint32_t frame = 0;
  uint32_t depth = 0;
  Sum total{};    // samples, or ns of kernels, clipped to the scope and summed over GPUs
  Sum own{};      // the part of `total` that ends here
  Sum count{};    // kernels, or the cycles that samples stand for
  // The longest kernel, or the first sample, that is in `total`: an index into the events, and its time.
  uint32_t example = kNone;
  int64_t example_ns = 0;
};

struct FlameGraph {
  // Nothing is deeper, and more is not kept: what lies further out, or is new, counts for the frame around
  // it.
  static constexpr uint32_t kMostDepth = 1024;
  static constexpr size_t kMostNodes = size_t{1} << 21;

  FlameOf of = FlameOf::samples;
  bool inverted = false;
  std::vector<FlameFrame> frames;
  std::vector<FlameNode> nodes;  // parents before children; the first is the root
  bool is_cut = false;           // whether a limit was reached
  bool has_cycles = false;       // whether samples say how many cycles they stand for
  const RowIds* rows = nullptr;  // of the events that are counted: their rows in the file

  // The larger of two nodes, of equal ones that in front.
  bool goes_first(uint32_t a, uint32_t b) const {
    const int64_t of_a = nodes[a].total;
    const int64_t of_b = nodes[b].total;
    return of_a != of_b ? of_a > of_b : a < b;
  }
  // In that order.
  std::span<const uint32_t> children(uint32_t node) const {
    return std::span(child_list).subspan(first_child[node], first_child[node + 1] - first_child[node]);
  }
  std::vector<uint32_t> child_list;
  std::vector<uint32_t> first_child;  // indexed by node; one element more than there are nodes
};

struct FlameQuestion {
  FlameOf of = FlameOf::samples;
  std::optional<int64_t> tid = {};  // one thread
  bool inverted = false;            // what ran or was launched outermost, its callers inside
};

// The nodes are the same, in the same order, whenever the same question is asked of the same file. Fails like
// `Profile::events`.
Result<FlameGraph> flame_graph(const Profile& profile, const Scope& scope, const FlameQuestion& question,
                               const Work& work);

// Whether the profile has such stacks at all.
Result<bool> has_stacks(const Profile& profile, FlameOf of, const Work& work);

}  // namespace nsys_ai
