// One row for each frame, with the number of its parent's row.
#include "view/flame/flame_rows.h"

#include "base/units.h"

namespace nsys_ai {
namespace {

struct FlameRow {
  Id node;
  std::optional<Id> parent;
  std::string kind;
  Id depth;
  std::string name;
  std::string module;
  std::string source;
  std::optional<int64_t> samples;
  std::optional<int64_t> own_samples;
  std::optional<int64_t> cycles;
  std::optional<int64_t> kernels;
  std::optional<Ns> kernel_ns;
  std::optional<Ns> own_kernel_ns;
  Share share;
  EventRef example;
};
template <class F>
void fields(FlameRow& r, F& f) {
  f("node", r.node, "Number of the frame in the whole graph, the same whenever the same is asked.");
  f("parent", r.parent, "The frame around it; none for the first.");
  f("kind", r.kind,
    "all, thread, function, module (functions without a name, by their module), range, kernel, no_range (launched in no "
    "range), no_chain (no call chain) or no_launch (the launch is not in the capture).");
  f("depth", r.depth, "0 for all, 1 for what is next.");
  f("name", r.name, "What the frame is.");
  f("module", r.module, "Of a function, the library or program.");
  f("source", r.source, "The file, and the line where its name says it.");
  f("samples", r.samples, "CPU samples whose stack begins with these frames.");
  f("own_samples", r.own_samples, "Those that end here.");
  f("cycles", r.cycles,
    "Cycles of the core that the samples stand for; none where the capture does not say.");
  f("kernels", r.kernels, "Kernels whose launch had these frames around it.");
  f("kernel_ns", r.kernel_ns,
    "Their time, clipped to the scope, summed over GPUs and streams: no wall time.");
  f("own_kernel_ns", r.own_kernel_ns, "The part that ends here.");
  f("share", r.share, "samples, or kernel_ns / those of all frames.");
  f("example", r.example, "The longest of the kernels, or the first of the samples.");
}

FlameRow flame_row(const FlameGraph& graph, uint32_t node, int64_t whole) {
  const FlameNode& of = graph.nodes[node];
  const FlameFrame& frame = graph.frames[of.frame];
  FlameRow row;
  row.node = {node};
  if (of.parent != FlameNode::kNone) row.parent = Id{of.parent};
  row.kind = name_of(frame.kind);
  row.depth = {of.depth};
  row.name = frame_label(graph, node);
  if (frame.kind != FrameKind::thread) row.module = frame.module;
  if (const auto source = source_of(frame))
    row.source = source->file + (source->line ? ":" + std::to_string(*source->line) : "");
  if (graph.of == FlameOf::samples) {
    row.samples = of.total;
    row.own_samples = of.own;
    if (graph.has_cycles) row.cycles = of.count;
  } else {
    row.kernels = of.count;
    row.kernel_ns = Ns{of.total};
    row.own_kernel_ns = Ns{of.own};
  }
  row.share = {whole > 0 ? static_cast<double>(of.total) / static_cast<double>(whole) : 0.0};
  row.example = {example_of(graph, node)};
  return row;
}

}  // namespace

void add_flame_rows(uint32_t root, size_t most, FlameView& view) {
  view.answer.table.columns = columns_of<FlameRow>();
  if (view.answer.outcome != Outcome::rows) return;
  const int64_t whole = view.graph.nodes.front().total;
  const ShownFrames shown = largest_frames(view.graph, root, most);
  view.answer.total_rows = std::ssize(shown.nodes) + shown.hidden;
  view.answer.truncated = shown.hidden > 0;
  for (const uint32_t node : shown.nodes)
    view.answer.table.rows.push_back(values_of(flame_row(view.graph, node, whole)));
}

}  // namespace nsys_ai
