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

uint32_t FlameBuilder::new_node(uint32_t parent, uint32_t frame) {
  graph_.nodes.push_back({parent, frame, graph_.nodes[parent].depth + 1});
  rank_.push_back(INT64_MIN);
  return static_cast<uint32_t>(graph_.nodes.size() - 1);
}

uint32_t FlameBuilder::child(uint32_t parent, uint32_t frame) {
  const uint64_t key = uint64_t{parent} << 32 | frame;
  if (!has_room_below(parent)) {
    if (const auto known = codes_.find(key)) return node_of_code_[*known];
    graph_.is_cut = true;
    return parent;
  }
  const uint32_t code = codes_.code(key);
  if (code == node_of_code_.size()) node_of_code_.push_back(new_node(parent, frame));
  return node_of_code_[code];
}

void FlameBuilder::count(uint32_t node, const FlameWeight& weight) {
  FlameNode& of = graph_.nodes[node];
  of.own += weight.total;
  of.count += weight.count;
  keep_example(node, weight.rank, weight.example, weight.example_ns);
}

void FlameBuilder::keep_example(uint32_t node, int64_t rank, uint32_t example, int64_t example_ns) {
  FlameNode& of = graph_.nodes[node];
  if (of.example != FlameNode::kNone &&
      (rank < rank_[node] || (rank == rank_[node] && example >= of.example)))
    return;
  rank_[node] = rank;
  of.example = example;
  of.example_ns = example_ns;
}

uint32_t FlameBuilder::node_of(std::span<const uint32_t> stack) {
  uint32_t at = 0;
  for (size_t i = 0; i < stack.size(); ++i) {
    const uint32_t next = child(at, graph_.inverted ? stack[i] : stack[stack.size() - 1 - i]);
    if (next == at) break;
    at = next;
  }
  return at;
}

void FlameBuilder::add(std::span<const uint32_t> stack, const FlameWeight& weight) {
  count(node_of(stack), weight);
}

void FlameBuilder::add_below(uint32_t node, uint32_t frame, const FlameWeight& weight) {
  count(child(node, frame), weight);
}

void FlameBuilder::add_new_below(uint32_t node, uint32_t frame, const FlameWeight& weight) {
  if (has_room_below(node)) return count(new_node(node, frame), weight);
  graph_.is_cut = true;
  count(node, weight);
}

// Children follow their parents, so that a walk from the end sums them up.
void FlameBuilder::sum_up() {
  auto& nodes = graph_.nodes;
  for (uint32_t i = static_cast<uint32_t>(nodes.size()); i-- > 0;) {
    nodes[i].total += nodes[i].own;
    if (i == 0) break;
    FlameNode& parent = nodes[nodes[i].parent];
    parent.total += nodes[i].total;
    parent.count += nodes[i].count;
    keep_example(nodes[i].parent, rank_[i], nodes[i].example, nodes[i].example_ns);
  }
}

FlameGraph FlameBuilder::take() {
  sum_up();
  const auto& nodes = graph_.nodes;
  auto& first = graph_.first_child;
  first.assign(nodes.size() + 1, 0);
  for (size_t i = 1; i < nodes.size(); ++i) ++first[nodes[i].parent + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  graph_.child_list.resize(first.back());
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for (uint32_t i = 1; i < nodes.size(); ++i) graph_.child_list[next[nodes[i].parent]++] = i;
  for (size_t i = 0; i < nodes.size(); ++i)
    std::sort(graph_.child_list.begin() + first[i], graph_.child_list.begin() + first[i + 1],
              [&](uint32_t a, uint32_t b) { return graph_.goes_first(a, b); });
  return std::move(graph_);
}

}  // namespace nsys_ai
