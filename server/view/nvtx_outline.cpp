// Chooses nodes of the tree, walks them in order, and turns them into lines.
#include "view/nvtx_outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/meanwhile.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_tree.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "skill/answer_frame.h"
#include "view/counted.h"
#include "view/nvtx_outline_rows.h"

namespace nsys_ai {
namespace {

enum class LineVisibility : uint8_t { shown, too_deep, too_short, filtered, limited };

// Chooses the nodes to show. An omitted node hides its descendants.
class NodeChoice {
 public:
  NodeChoice(const Profile& profile, const NvtxTree& tree, const OutlineOptions& options, bool by_gpu)
      : profile_(profile), tree_(tree), options_(options), by_gpu_(by_gpu), visibility_(tree.nodes.size()) {}

  Result<void> choose(const Work& work) {
    if (!options_.filter.empty())
      if (auto filtered = filter(work); !filtered) return filtered;
    for (size_t i = 0; i < visibility_.size(); ++i) {
      const NvtxNode& of = tree_.nodes[i];
      const LineVisibility outer =
          of.parent == NvtxNode::kNone ? LineVisibility::shown : visibility_[of.parent];
      if (visibility_[i] != LineVisibility::shown) continue;
      if (outer != LineVisibility::shown)
        visibility_[i] = outer;
      else if (options_.depth > 0 && of.depth > options_.depth)
        visibility_[i] = LineVisibility::too_deep;
      else if (of.depth > 0 && time(of) < options_.min_time)
        visibility_[i] = LineVisibility::too_short;
    }
    limit();
    return {};
  }

  bool shows(uint32_t node) const { return visibility_[node] == LineVisibility::shown; }
  bool cut(uint32_t node) const { return visibility_[node] == LineVisibility::limited; }
  int64_t count(LineVisibility fate) const {
    int64_t ranges = 0;
    for (size_t i = 0; i < visibility_.size(); ++i)
      ranges += tree_.nodes[i].depth > 0 && visibility_[i] == fate ? 1 : 0;
    return ranges;
  }
  int64_t time(const NvtxNode& of) const { return by_gpu_ ? of.kernel_time : of.host; }

 private:
  // Keeps matches, their ancestors and their descendants.
  Result<void> filter(const Work& work) {
    const auto pattern = TextPattern::make(options_.filter, {});
    if (!pattern) return tl::unexpected(pattern.error());
    const NvtxPaths& paths = profile_.derived(build_nvtx_paths);
    const NvtxLabels& labels = profile_.derived(build_nvtx_labels);
    std::vector<uint8_t> matches;
    for (const LabelStats& label : labels.labels) {
      if (work.cancel.cancelled()) return cancelled();
      matches.push_back(pattern->matches(label.label) ? 1 : 0);
    }
    std::vector<bool> inside(visibility_.size(), false);
    std::vector<bool> around(visibility_.size(), false);
    for (size_t i = 0; i < visibility_.size(); ++i) {
      const NvtxNode& of = tree_.nodes[i];
      inside[i] = of.depth > 0 && (inside[of.parent] || matches[paths.label[of.path]] != 0);
    }
    for (size_t i = visibility_.size(); i-- > 0;) {
      around[i] = around[i] || inside[i];
      if (around[i] && tree_.nodes[i].parent != NvtxNode::kNone) around[tree_.nodes[i].parent] = true;
    }
    for (size_t i = 0; i < visibility_.size(); ++i)
      if (!around[i]) visibility_[i] = LineVisibility::filtered;
    return {};
  }

  // Keeps the longest ranges, each with all its ancestors.
  void limit() {
    if (options_.limit <= 0) return;
    std::vector<uint32_t> order;
    for (uint32_t i = 0; i < visibility_.size(); ++i)
      if (visibility_[i] == LineVisibility::shown && tree_.nodes[i].depth > 0) order.push_back(i);
    if (std::ssize(order) <= options_.limit) return;
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      const NvtxNode& x = tree_.nodes[a];
      const NvtxNode& y = tree_.nodes[b];
      return std::tuple(-time(x), -int64_t{x.host}, x.depth, a) <
             std::tuple(-time(y), -int64_t{y.host}, y.depth, b);
    });
    for (const uint32_t node : order) visibility_[node] = LineVisibility::limited;
    int64_t room = options_.limit;
    for (const uint32_t node : order) {
      std::vector<uint32_t> wanted;
      for (uint32_t at = node; tree_.nodes[at].depth > 0 && cut(at); at = tree_.nodes[at].parent)
        wanted.push_back(at);
      if (std::ssize(wanted) > room) continue;
      for (const uint32_t at : wanted) visibility_[at] = LineVisibility::shown;
      room -= std::ssize(wanted);
    }
  }

  const Profile& profile_;
  const NvtxTree& tree_;
  const OutlineOptions& options_;
  bool by_gpu_;
  std::vector<LineVisibility> visibility_;
};

std::optional<double> share(int64_t part, int64_t whole) {
  if (whole <= 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

class LineMaker {
 public:
  LineMaker(const Profile& profile, const NvtxTree& tree, const NodeChoice& choice,
            const OutlineOptions& options, Outline& outline)
      : profile_(profile), tree_(tree), choice_(choice), options_(options), outline_(outline) {}

  void add_kernels_of(std::vector<NodeKernel> kernels) { kernels_ = std::move(kernels); }

  // Iterative, because ranges may nest deeper than a stack allows.
  void walk() {
    std::vector<std::pair<uint32_t, size_t>> open;  // node, and index of its next child
    for (const uint32_t thread : tree_.threads) {
      if (!has_shown(thread)) continue;
      add_node(thread);
      open.emplace_back(thread, 0);
      while (!open.empty()) {
        auto& [node, next] = open.back();
        const auto children = tree_.children(node);
        if (next == children.size()) {
          add_more(node);
          open.pop_back();
          continue;
        }
        const uint32_t child = children[next++];
        if (!choice_.shows(child)) continue;
        add_node(child);
        open.emplace_back(child, 0);
      }
    }
  }

 private:
  bool has_shown(uint32_t thread) const {
    const auto children = tree_.children(thread);
    return std::any_of(children.begin(), children.end(),
                       [&](uint32_t child) { return choice_.shows(child); });
  }

  void add_node(uint32_t node) {
    const NvtxNode& of = tree_.nodes[node];
    OutlineLine line;
    line.kind = of.depth == 0 ? OutlineLine::thread : OutlineLine::range;
    line.depth = of.depth;
    line.node = node;
    if (of.depth == 0) {
      line.label = thread_label(profile_, of.thread);
    } else {
      const NvtxPaths& paths = profile_.derived(build_nvtx_paths);
      line.label = profile_.derived(build_nvtx_labels).labels[paths.label[of.path]].label;
      const NvtxNode& around = tree_.nodes[of.parent];
      line.of_parent = share(choice_.time(of), choice_.time(around));
      ++outline_.ranges;
    }
    line.instances = of.instances;
    line.host = of.host;
    line.host_max = of.host_max;
    line.kernels = of.kernels;
    line.kernel_time = of.kernel_time;
    line.own_kernel_time = of.own_kernel_time;
    line.busy = of.busy;
    line.of_all = share(of.kernel_time, outline_.kernel_time);
    outline_.lines.push_back(std::move(line));
    if (options_.kernels) add_kernels(node);
  }

  void add_kernels(uint32_t node) {
    auto at = std::partition_point(kernels_.begin(), kernels_.end(),
                                   [&](const NodeKernel& of) { return of.node < node; });
    const NvtxNode& around = tree_.nodes[node];
    OutlineLine more;
    for (size_t shown = 0; at != kernels_.end() && at->node == node; ++at, ++shown) {
      if (options_.limit > 0 && shown >= kOutlineKernels) {
        ++more.hidden;
        more.kernels += at->calls;
        more.kernel_time += at->total;
        continue;
      }
      OutlineLine line;
      line.kind = OutlineLine::kernel;
      line.depth = around.depth + 1;
      line.node = node;
      line.label = profile_.text(at->kernel);
      line.kernels = at->calls;
      line.kernel_time = at->total;
      line.of_all = share(at->total, outline_.kernel_time);
      line.of_parent = share(at->total, around.kernel_time);
      outline_.lines.push_back(std::move(line));
    }
    if (more.hidden == 0) return;
    more.kind = OutlineLine::more;
    more.hides_kernels = true;
    more.depth = around.depth + 1;
    outline_.lines.push_back(std::move(more));
  }

  void add_more(uint32_t node) {
    OutlineLine more;
    more.kind = OutlineLine::more;
    more.depth = tree_.nodes[node].depth + 1;
    for (const uint32_t child : tree_.children(node)) {
      if (!choice_.cut(child)) continue;
      const NvtxNode& of = tree_.nodes[child];
      ++more.hidden;
      more.instances += of.instances;
      more.host += of.host;
      more.kernels += of.kernels;
      more.kernel_time += of.kernel_time;
    }
    if (more.hidden > 0) outline_.lines.push_back(std::move(more));
  }

  const Profile& profile_;
  const NvtxTree& tree_;
  const NodeChoice& choice_;
  const OutlineOptions& options_;
  Outline& outline_;
  std::vector<NodeKernel> kernels_;
};

void count_over_time(const Profile& profile, const Scope& scope, const NvtxTree& tree, Outline& outline) {
  std::vector<uint32_t> nodes;
  for (const OutlineLine& line : outline.lines)
    if (line.kind == OutlineLine::range) nodes.push_back(line.node);
  auto counts = instances_over_time(profile, scope, tree, nodes, outline.parts);
  size_t at = 0;
  for (OutlineLine& line : outline.lines)
    if (line.kind == OutlineLine::range) line.over_time = std::move(counts[at++]);
}

std::string paths(int64_t count) {
  return fmt::format("{} {} of labels", readable_count(count), count == 1 ? "path" : "paths");
}

void add_notes(const NvtxTree& tree, const NodeChoice& choice, const OutlineOptions& options,
               Outline& outline) {
  auto& notes = outline.answer.notes;
  const NvtxCoverage& coverage = tree.coverage;
  if (const int64_t cut = choice.count(LineVisibility::limited); cut > 0)
    notes.push_back(fmt::format("the {} that take the longest are shown, {} are not; --limit 0 shows all",
                                paths(outline.ranges), readable_count(cut)));
  if (const int64_t deep = choice.count(LineVisibility::too_deep); deep > 0)
    notes.push_back(fmt::format("not shown: {} deeper than {}", paths(deep), options.depth));
  if (const int64_t brief = choice.count(LineVisibility::too_short); brief > 0)
    notes.push_back(fmt::format("not shown: {} with less than {} of {}", paths(brief),
                                readable_ns(options.min_time), outline.by_gpu ? "GPU time" : "host time"));
  if (const int64_t other = choice.count(LineVisibility::filtered); other > 0)
    notes.push_back(fmt::format("not shown: {} that the filter leaves out", paths(other)));
  if (const int64_t outside = coverage.kernels - coverage.kernels_in_nvtx; outside > 0)
    notes.push_back(outside_note(coverage));
  if (!outline.by_gpu && coverage.kernels == 0)
    notes.push_back("no kernel ran in this scope: times are those of the host");
  if (tree.skipped > 0)
    notes.push_back(
        fmt::format("{} on no path: never closed, or closed on another thread, as a range of its process",
                    counted(tree.skipped, "range lies", "ranges lie")));
}

}  // namespace

std::string thread_label(const ThreadNames& of) {
  const std::string_view name = of.process.substr(of.process.find_last_of('/') + 1);
  std::string text = of.pid ? fmt::format("pid {}", *of.pid) : "process";
  if (!name.empty()) text += fmt::format(" {}", name);
  if (of.pid && *of.pid == of.tid) return text + ", main thread";
  text += fmt::format(", thread {}", of.tid);
  if (!of.name.empty() && of.name != name) text += fmt::format(" ({})", of.name);
  return text;
}

std::string thread_label(const Profile& profile, ThreadIx thread) {
  const Thread& of = profile.threads()[thread];
  return thread_label({profile.pid_of(of.process), profile.processes()[of.process].name, of.tid, of.name});
}

Result<Outline> nvtx_outline(const Profile& profile, const ScopeRequest& request,
                             const OutlineOptions& options, const Work& work) {
  const LossNotes losses;
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  Outline outline;
  outline.answer = framed(profile, *scope, "tree");
  outline.answer.table.columns = outline_columns();
  if (!can_answer(profile, {Need::nvtx}, outline.answer)) {
    add_loss_notes(losses, outline.answer);
    return outline;
  }
  const NvtxTree tree = nvtx_tree(profile, *scope);
  if (work.cancel.cancelled()) return cancelled();
  outline.by_gpu = tree.coverage.kernels_in_nvtx > 0;
  outline.kernel_time = tree.coverage.kernel_time;
  outline.kernel_time_in_ranges = tree.coverage.kernel_time_in_nvtx;
  outline.span = tree.span;
  outline.parts = options.parts;
  NodeChoice choice(profile, tree, options, outline.by_gpu);
  if (auto chosen = choice.choose(work); !chosen) return tl::unexpected(chosen.error());
  LineMaker maker(profile, tree, choice, options, outline);
  if (options.kernels) maker.add_kernels_of(kernels_of_nodes(profile, *scope, tree));
  maker.walk();
  count_over_time(profile, *scope, tree, outline);
  add_notes(tree, choice, options, outline);
  if (std::string note = meanwhile_note(profile, *scope); !note.empty())
    outline.answer.notes.push_back(std::move(note));
  note_scope(profile, *scope, outline.answer.notes);
  outline.answer.outcome = outline.lines.empty() ? Outcome::empty : Outcome::rows;
  if (outline.lines.empty())
    outline.answer.reason = tree.nodes.empty() ? "No NVTX range touches this scope."
                                               : "No NVTX range of this scope is as asked for.";
  add_outline_rows(profile, tree, outline);
  const int64_t cut = choice.count(LineVisibility::limited);
  outline.answer.total_rows = std::ssize(outline.answer.table.rows) + cut;
  outline.answer.truncated = cut > 0;
  add_loss_notes(losses, outline.answer);
  return outline;
}

}  // namespace nsys_ai
