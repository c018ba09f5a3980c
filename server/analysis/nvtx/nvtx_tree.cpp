// Scans the ranges, and each device's operations by time, once each.
#include "analysis/nvtx/nvtx_tree.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "analysis/nvtx/nvtx_labels.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

uint64_t key_of(ThreadIx thread, uint32_t path) { return uint64_t{thread.value} << 32 | path; }

class TreeMaker {
 public:
  TreeMaker(const Profile& profile, const Scope& scope, NvtxTree& tree)
      : profile_(profile),
        scope_(scope),
        nvtx_(profile.nvtx()),
        enclosures_(profile.derived(build_nvtx_enclosures)),
        paths_(profile.derived(build_nvtx_paths)),
        tree_(tree) {}

  void add_ranges() {
    bool any = false;
    ThrottledCheck check;
    for (uint32_t i = 0; i < nvtx_.size(); ++i) {
      check();
      if (!nvtx_.is_range(i) || !scope_.has(profile_.threads()[nvtx_.thread[i]].process)) continue;
      if (nvtx_.end(i) == Nvtx::kOpen) {
        tree_.skipped += !scope_.has_window() || nvtx_.start[i] < scope_.window().end ? 1 : 0;
        continue;
      }
      const auto inside = scope_.clip(nvtx_.interval(i));
      if (!inside) continue;
      if (paths_.of_range[i] == NvtxPaths::kNoPath) {
        ++tree_.skipped;
        continue;
      }
      const uint32_t at = node(nvtx_.thread[i], paths_.of_range[i]);
      add_instance(tree_.nodes[at], i, inside->duration());
      tree_.span =
          any ? Interval{std::min(tree_.span.start, inside->start), std::max(tree_.span.end, inside->end)}
              : *inside;
      any = true;
    }
  }

  // A device's operations are in order of start, so a union grows only by what lies after its current end.
  void add_operations() {
    const OperationOrder& order = profile_.derived(build_operation_order);
    const OperationNumbers numbers(profile_);
    // There may be as many devices as nodes, so a value for another device is recognised by its number.
    struct Covered {
      DeviceIx device = DeviceIx::none();
      int64_t to = INT64_MIN;
    };
    std::vector<Covered> covered(tree_.nodes.size());
    ThrottledCheck check;
    for (const DeviceIx device : scope_.devices()) {
      for (const uint32_t number : order.of_device[device]) {
        check();
        const auto operation = numbers[number];
        const auto inside = scope_.clip(numbers.family(operation.kind).interval(operation.at));
        if (!inside) continue;
        const int64_t kernels = operation.kind == OperationNumbers::kernel ? 1 : 0;
        const int64_t kernel_time = kernels * inside->duration();
        if (const uint32_t innermost = innermost_node(operation); innermost != NvtxNode::kNone) {
          tree_.nodes[innermost].own_kernels += kernels;
          tree_.nodes[innermost].own_kernel_time += kernel_time;
        }
        each_node(operation, [&](uint32_t at) {
          tree_.nodes[at].kernels += kernels;
          tree_.nodes[at].kernel_time += kernel_time;
          if (covered.size() <= at) covered.resize(tree_.nodes.size());
          Covered& of = covered[at];
          if (of.device != device) of = {device, INT64_MIN};
          ++tree_.nodes[at].operations;
          tree_.nodes[at].busy += std::max<int64_t>(0, inside->end - std::max(inside->start, of.to));
          of.to = std::max(of.to, inside->end);
        });
      }
    }
  }

  // Adds to each thread what its ranges have.
  void sum_up() {
    std::vector<uint32_t> thread_of;
    for (uint32_t i = 0; i < tree_.nodes.size(); ++i) {
      const NvtxNode& of = tree_.nodes[i];
      thread_of.push_back(of.parent == NvtxNode::kNone ? i : thread_of[of.parent]);
      if (of.parent != NvtxNode::kNone) tree_.nodes[thread_of[i]].instances += of.instances;
      if (of.depth == 1) tree_.nodes[of.parent].host += of.host;
    }
  }

  void put_in_order() {
    const NvtxLabels& labels = profile_.derived(build_nvtx_labels);
    const auto& nodes = tree_.nodes;
    const auto before = [&](uint32_t a, uint32_t b) {
      const NvtxNode& x = nodes[a];
      const NvtxNode& y = nodes[b];
      if (x.kernel_time != y.kernel_time) return x.kernel_time > y.kernel_time;
      if (x.host != y.host) return x.host > y.host;
      if (x.path == NvtxPaths::kNoPath || paths_.label[x.path] == paths_.label[y.path]) return a < b;
      return labels.labels[paths_.label[x.path]].label < labels.labels[paths_.label[y.path]].label;
    };
    auto& first = tree_.first_child;
    first.assign(nodes.size() + 1, 0);
    for (const NvtxNode& of : nodes)
      if (of.parent != NvtxNode::kNone) ++first[of.parent + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    tree_.child_list.resize(first.back());
    std::vector<uint32_t> next(first.begin(), first.end() - 1);
    for (uint32_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].parent == NvtxNode::kNone)
        tree_.threads.push_back(i);
      else
        tree_.child_list[next[nodes[i].parent]++] = i;
    }
    std::sort(tree_.threads.begin(), tree_.threads.end(), before);
    for (size_t i = 0; i < nodes.size(); ++i)
      std::sort(tree_.child_list.begin() + first[i], tree_.child_list.begin() + first[i + 1], before);
  }

 private:
  static void add_instance(NvtxNode& of, uint32_t range, int64_t length) {
    ++of.instances;
    of.host += length;
    if (of.longest != NvtxNode::kNone && length <= of.host_max) return;
    of.host_max = length;
    of.longest = range;
  }

  uint32_t innermost_node(OperationNumbers::Operation operation) {
    const uint32_t range = links_of(*enclosures_.attribution, operation.kind)[operation.at];
    if (range == NvtxForest::kNoRange) return NvtxNode::kNone;
    return node(nvtx_.thread[range], paths_.of_range[range]);
  }

  // Calls `visit` with each node that an operation counts for, once: those of the ranges around its launch,
  // and their ancestors.
  template <class Visit>
  void each_node(OperationNumbers::Operation operation, Visit visit) {
    const uint32_t range = links_of(*enclosures_.attribution, operation.kind)[operation.at];
    if (range == NvtxForest::kNoRange) return;
    if (!enclosures_.forest->crosses(nvtx_.thread[range])) {
      for (uint32_t at = innermost_node(operation); at != NvtxNode::kNone; at = tree_.nodes[at].parent)
        visit(at);
      return;
    }
    std::vector<uint32_t> nodes;
    enclosures_.each(operation, [&](uint32_t around) {
      uint32_t at = node(nvtx_.thread[around], paths_.of_range[around]);
      for (; at != NvtxNode::kNone && std::ranges::find(nodes, at) == nodes.end();
           at = tree_.nodes[at].parent)
        nodes.push_back(at);
    });
    for (const uint32_t at : nodes) visit(at);
  }

  // Creates the node and its ancestors when they are new.
  uint32_t node(ThreadIx thread, uint32_t path) {
    if (const auto known = tree_.numbers.find(key_of(thread, path))) return *known;
    std::vector<uint32_t> missing = {path};
    uint32_t outer = path;
    while (outer != NvtxPaths::kNoPath) {
      outer = paths_.parent[outer];
      if (tree_.numbers.find(key_of(thread, outer))) break;
      missing.push_back(outer);
    }
    for (size_t i = missing.size(); i-- > 0;) {
      const uint32_t of = missing[i];
      NvtxNode made{thread, of};
      if (of != NvtxPaths::kNoPath) {
        made.parent = *tree_.numbers.find(key_of(thread, paths_.parent[of]));
        made.depth = paths_.depth[of] + 1;
      }
      tree_.numbers.code(key_of(thread, of));
      tree_.nodes.push_back(made);
    }
    return static_cast<uint32_t>(tree_.nodes.size() - 1);
  }

  const Profile& profile_;
  const Scope& scope_;
  const Nvtx& nvtx_;
  const NvtxEnclosures& enclosures_;
  const NvtxPaths& paths_;
  NvtxTree& tree_;
};

}  // namespace

uint32_t NvtxTree::find(ThreadIx thread, uint32_t path) const {
  return numbers.find(key_of(thread, path)).value_or(NvtxNode::kNone);
}

NvtxTree build_nvtx_tree(const Profile& profile) { return nvtx_tree(profile, Scope::whole(profile)); }

NvtxTree nvtx_tree(const Profile& profile, const Scope& scope) {
  NvtxTree tree;
  tree.coverage = nvtx_coverage_of(profile, scope);
  TreeMaker maker(profile, scope, tree);
  maker.add_ranges();
  maker.add_operations();
  maker.sum_up();
  maker.put_in_order();
  return tree;
}

std::vector<NodeKernel> kernels_of_nodes(const Profile& profile, const Scope& scope, const NvtxTree& tree) {
  const Nvtx& nvtx = profile.nvtx();
  const Kernels& kernels = profile.kernels();
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  const Attribution& attribution = profile.derived(build_attribution);
  Dictionary<uint64_t> numbers;
  std::vector<NodeKernel> all;
  for (size_t i = 0; i < kernels.size(); ++i) {
    const uint32_t range = attribution.of_kernel[i];
    if (range == NvtxForest::kNoRange || !scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    const uint32_t node = tree.find(nvtx.thread[range], paths.of_range[range]);
    const NameId name = kernels.name(i);
    const uint32_t code = numbers.code(uint64_t{node} << 32 | name.value);
    if (code == all.size()) all.push_back({node, name});
    ++all[code].calls;
    all[code].total += inside->duration();
  }
  std::sort(all.begin(), all.end(), [&](const NodeKernel& a, const NodeKernel& b) {
    return std::tuple(a.node, -int64_t{a.total}, profile.text(a.kernel)) <
           std::tuple(b.node, -int64_t{b.total}, profile.text(b.kernel));
  });
  return all;
}

std::vector<std::vector<uint32_t>> instances_over_time(const Profile& profile, const Scope& scope,
                                                       const NvtxTree& tree, std::span<const uint32_t> nodes,
                                                       size_t parts) {
  constexpr uint32_t kNoSlot = UINT32_MAX;
  const Nvtx& nvtx = profile.nvtx();
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  std::vector<uint32_t> slot_of(tree.nodes.size(), kNoSlot);
  for (uint32_t i = 0; i < nodes.size(); ++i) slot_of[nodes[i]] = i;
  // The difference between neighbouring parts in their number of ranges.
  std::vector<std::vector<int64_t>> steps(nodes.size(), std::vector<int64_t>(parts + 1, 0));
  const auto part_at = [&](int64_t time) {
    const double along = static_cast<double>(time - tree.span.start) /
                         static_cast<double>(std::max<int64_t>(1, tree.span.duration()));
    return std::min(parts - 1, static_cast<size_t>(along * static_cast<double>(parts)));
  };
  for (uint32_t i = 0; i < nvtx.size(); ++i) {
    const uint32_t path = paths.of_range[i];
    if (path == NvtxPaths::kNoPath) continue;
    const auto inside = scope.clip(nvtx.interval(i));
    if (!inside) continue;
    const uint32_t node = tree.find(nvtx.thread[i], path);
    if (node == NvtxNode::kNone || slot_of[node] == kNoSlot) continue;
    auto& of = steps[slot_of[node]];
    ++of[part_at(inside->start)];
    --of[part_at(std::max(inside->start, inside->end - 1)) + 1];
  }
  std::vector<std::vector<uint32_t>> counts;
  for (const auto& of : steps) {
    auto& count = counts.emplace_back();
    int64_t now = 0;
    for (size_t part = 0; part < parts; ++part) count.push_back(static_cast<uint32_t>(now += of[part]));
  }
  return counts;
}

}  // namespace nsys_ai
