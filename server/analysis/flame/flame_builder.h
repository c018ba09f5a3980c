// Merges stacks into a tree, frame by frame.
#pragma once

#include <array>
#include <vector>

#include "analysis/flame/flame_graph.h"
#include "profile/dictionary.h"

namespace nsys_ai {

// What one stack counts for.
struct FlameWeight {
  int64_t total = 0;
  int64_t kernels = 0;
  int64_t cycles = 0;
  uint32_t example = 0;
  int64_t example_ns = 0;
  int64_t rank = 0;  // of two examples the one of the higher rank is kept, of equal ones the first
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
  void add(const std::vector<uint32_t>& stack, const FlameWeight& weight);
  FlameGraph take();

 private:
  struct KnownFrames {
    Dictionary<uint64_t> codes;
    std::vector<uint32_t> frames;  // indexed by code
  };
  uint32_t child(uint32_t parent, uint32_t frame);
  void count(uint32_t node, const FlameWeight& weight);

  FlameGraph graph_;
  std::array<KnownFrames, 9> known_;
  Dictionary<uint64_t> numbers_;  // of nodes but the root, keyed by parent and frame
  std::vector<int64_t> rank_;     // indexed by node: of its example
};

}  // namespace nsys_ai
