// A tree whose nodes are numbered in the order in which stacks bring them.
#include "analysis/flame/flame_builder.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace nsys_ai {

FlameBuilder::FlameBuilder(const FlameQuestion& question) {
  graph_.of = question.of;
  graph_.inverted = question.inverted;
  graph_.frames.emplace_back();
  graph_.nodes.emplace_back();
  rank_.push_back(INT64_MIN);
}

uint32_t FlameBuilder::child(uint32_t parent, uint32_t frame) {
  const uint64_t key = uint64_t{parent} << 32 | frame;
  const uint32_t depth = graph_.nodes[parent].depth + 1;
  if (graph_.nodes.size() >= FlameGraph::kMostNodes || depth > FlameGraph::kMostDepth) {
    if (const auto known = numbers_.find(key)) return *known + 1;
    graph_.is_cut = true;
    return parent;
  }
  const uint32_t node = numbers_.code(key) + 1;
  if (node < graph_.nodes.size()) return node;
  graph_.nodes.push_back({parent, frame, depth});
  rank_.push_back(INT64_MIN);
  return node;
}

void FlameBuilder::count(uint32_t node, const FlameWeight& weight) {
  FlameNode& of = graph_.nodes[node];
  of.total += weight.total;
  of.kernels += weight.kernels;
  of.cycles += weight.cycles;
  if (weight.rank <= rank_[node]) return;
  rank_[node] = weight.rank;
  of.example = weight.example;
  of.example_ns = weight.example_ns;
}

void FlameBuilder::add(const std::vector<uint32_t>& stack, const FlameWeight& weight) {
  uint32_t at = 0;
  count(at, weight);
  for (size_t i = 0; i < stack.size(); ++i) {
    const uint32_t next = child(at, graph_.inverted ? stack[i] : stack[stack.size() - 1 - i]);
    if (next == at) break;
    at = next;
    count(at, weight);
  }
  graph_.nodes[at].own += weight.total;
}

FlameGraph FlameBuilder::take() {
  const auto& nodes = graph_.nodes;
  auto& first = graph_.first_child;
  first.assign(nodes.size() + 1, 0);
  for (size_t i = 1; i < nodes.size(); ++i) ++first[nodes[i].parent + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  graph_.child_list.resize(first.back());
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (uint32_t i = 1; i < nodes.size(); ++i) graph_.child_list[next[nodes[i].parent]++] = i;
  for (size_t i = 0; i < nodes.size(); ++i)
    std::stable_sort(
        graph_.child_list.begin() + first[i], graph_.child_list.begin() + first[i + 1],
        [&](uint32_t a, uint32_t b) { return int64_t{nodes[a].total} > int64_t{nodes[b].total}; });
  return std::move(graph_);
}

}  // namespace nsys_ai
