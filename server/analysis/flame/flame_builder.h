// Merges stacks into a tree, frame by frame.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "analysis/flame/flame_graph.h"
#include "profile/dictionary.h"

namespace nsys_ai {

// What one stack counts for.
struct FlameWeight {
  int64_t total = 0;
  int64_t count = 0;
  uint32_t example = 0;
  int64_t example_ns = 0;
  // Of two examples the one of the higher rank is kept, of equal ones that in front.
  int64_t rank = 0;
};

// For one thread.
class FlameBuilder {
 public:
  explicit FlameBuilder(const FlameQuestion& question);

  // The frame of that kind and key, made by `make` when it is new.
  template <class Make>
  uint32_t frame(FrameKind kind, uint64_t key, Make make) {
    auto& known = known_[static_cast<size_t>(kind)];
    const uint32_t code = known.codes.code(key);
    if (code == known.frames.size()) {
      known.frames.push_back(static_cast<uint32_t>(graph_.frames.size()));
      graph_.frames.push_back(make());
      graph_.frames.back().kind = kind;
    }
    return known.frames[code];
  }
  uint32_t frame(FrameKind kind) {
    return frame(kind, 0, [] { return FlameFrame(); });
  }

  // Adds a stack of frames, the innermost first.
  void add(std::span<const uint32_t> stack, const FlameWeight& weight);
  // The same in two steps, for stacks that differ in one frame: the node of the others, and what ends below
  // it.
  uint32_t node_of(std::span<const uint32_t> stack);
  void add_below(uint32_t node, uint32_t frame, const FlameWeight& weight);
  // The same without looking for the frame, which must be new there.
  void add_new_below(uint32_t node, uint32_t frame, const FlameWeight& weight);
  bool is_inverted() const { return graph_.inverted; }
  FlameGraph take();

 private:
  struct KnownFrames {
    Dictionary<uint64_t> codes;
    std::vector<uint32_t> frames;  // indexed by code
  };
  uint32_t child(uint32_t parent, uint32_t frame);
  bool has_room_below(uint32_t node) const {
    return graph_.nodes.size() < FlameGraph::kMostNodes && graph_.nodes[node].depth < FlameGraph::kMostDepth;
  }
  uint32_t new_node(uint32_t parent, uint32_t frame);
  void count(uint32_t node, const FlameWeight& weight);
  void keep_example(uint32_t node, int64_t rank, uint32_t example, int64_t example_ns);
  void sum_up();

  FlameGraph graph_;
  std::array<KnownFrames, 9> known_;
  Dictionary<uint64_t> codes_;  // of nodes that are looked up, keyed by parent and frame
  std::vector<uint32_t> node_of_code_;
  std::vector<int64_t> rank_;  // indexed by node: of its example
};

}  // namespace nsys_ai
