// A flame graph for a person: which stacks, their largest frames, and what their figures mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/flame/flame_graph.h"
#include "analysis/host/source_labels.h"
#include "base/answer.h"

namespace nsys_ai {

struct FlameOptions {
  std::optional<FlameOf> of = {};   // otherwise the first that the profile has
  std::string at = {};              // a target whose time is the window
  std::optional<int64_t> tid = {};  // one thread
  bool inverted = false;
  std::string filter = {};  // counts frames that contain it
  uint32_t root = 0;        // a node, which is there
};

struct FlameView {
  Answer answer;  // without its rows (view/flame/flame_rows.h); the rest is empty where it has none
  FlameGraph graph;
  std::vector<FlameOf> known;   // the stacks that the profile has
  std::vector<bool> matches;    // indexed by node: whether it contains the filter; empty without one
  Sum matched{};                // of the outermost matches
};

// Fails on a wrong scope, a target without a time, a node that is not there, and on cancellation.
Result<FlameView> flame_view(const Profile& profile, const ScopeRequest& scope, const FlameOptions& options,
                             const Work& work);

// The `most` largest nodes below the root, 0 for all, behind those around it: parents before children, the
// larger of two siblings first.
struct ShownFrames {
  std::vector<uint32_t> nodes;
  int64_t hidden = 0;  // nodes below the root that are left out
};
ShownFrames largest_frames(const FlameGraph& graph, uint32_t root, size_t most);

// In one line: `pid 144 python3, main thread`, `main`, `[libcuda.so.1]`, `step #`, `(no backtrace)`.
std::string frame_label(const FlameGraph& graph, uint32_t node);
// `12 samples`, `3.400 ms`.
std::string flame_amount(FlameOf of, int64_t amount);
// Where the code of the frame is, as far as its text names a file.
std::optional<SourceLocation> source_of(const FlameFrame& frame);
// The kernel or the label of ranges; empty for other frames, which have no card.
std::string target_of_frame(const FlameGraph& graph, uint32_t node);
// The reference of the node's longest kernel or first sample.
std::string example_of(const FlameGraph& graph, uint32_t node);
// A sentence on what the widths are.
std::string flame_meaning(FlameOf of);

}  // namespace nsys_ai
