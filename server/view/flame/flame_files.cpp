// Walks the tree once, without recursion.
#include "view/flame/flame_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_append.h"

namespace nsys_ai {
namespace {

// Calls `enter(node)` for each node but the root, parents first, and `leave(node)` behind its children.
template <class Enter, class Leave>
void walk_flame(const FlameGraph& graph, Enter enter, Leave leave) {
  std::vector<std::pair<uint32_t, size_t>> open = {{0, 0}};  // node, and index of its next child
  while (!open.empty()) {
    auto& [node, next] = open.back();
    const auto children = graph.children(node);
    if (next == children.size()) {
      if (node != 0) leave(node);
      open.pop_back();
      continue;
    }
    const uint32_t child = children[next++];
    enter(child);
    open.emplace_back(child, 0);
  }
}

// The labels of all frames, by their number.
std::vector<std::string> labels_of_frames(const FlameGraph& graph) {
  std::vector<std::string> labels(graph.frames.size());
  for (uint32_t i = 0; i < graph.nodes.size(); ++i)
    if (std::string& label = labels[graph.nodes[i].frame]; label.empty()) label = frame_label(graph, i);
  return labels;
}

}  // namespace

std::string folded_stacks(const FlameGraph& graph) {
  std::vector<std::string> labels = labels_of_frames(graph);
  for (std::string& label : labels) std::replace(label.begin(), label.end(), ';', ':');
  std::string text;
  std::string stack;
  walk_flame(
      graph,
      [&](uint32_t node) {
        if (!stack.empty()) stack += ';';
        stack += labels[graph.nodes[node].frame];
        if (graph.nodes[node].own > 0) text += fmt::format("{} {}\n", stack, int64_t{graph.nodes[node].own});
      },
      [&](uint32_t node) {
        const size_t size = labels[graph.nodes[node].frame].size();
        stack.resize(graph.nodes[node].parent == 0 ? 0 : stack.size() - size - 1);
      });
  return text;
}

std::string speedscope_json(const FlameGraph& graph, std::string_view name) {
  std::string frames;
  const std::vector<std::string> labels = labels_of_frames(graph);
  for (size_t i = 1; i < labels.size(); ++i) {
    if (i > 1) frames += ',';
    frames += "{\"name\":";
    append_json(frames, labels[i]);
    const FlameFrame& frame = graph.frames[i];
    const auto source = source_of(frame);
    if (source || frame.kind == FrameKind::function) {
      frames += ",\"file\":";
      append_json(frames, source ? source->file : frame.module);
    }
    if (source && source->line) frames += fmt::format(",\"line\":{}", *source->line);
    frames += '}';
  }
  std::string samples;
  std::string weights;
  std::vector<uint32_t> stack;
  walk_flame(
      graph,
      [&](uint32_t node) {
        stack.push_back(graph.nodes[node].frame - 1);
        if (graph.nodes[node].own <= 0) return;
        if (!samples.empty()) {
          samples += ',';
          weights += ',';
        }
        samples += fmt::format("[{}]", fmt::join(stack, ","));
        weights += fmt::format("{}", int64_t{graph.nodes[node].own});
      },
      [&](uint32_t) { stack.pop_back(); });
  std::string text =
      R"({"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"nsys-ai","name":)";
  append_json(text, name);
  text += R"(,"activeProfileIndex":0,"shared":{"frames":[)" + frames;
  text += R"(]},"profiles":[{"type":"sampled","name":)";
  append_json(text, frame_label(graph, 0));
  text +=
      fmt::format(R"(,"unit":"{}","startValue":0,"endValue":{},"samples":[)",
                  graph.of == FlameOf::samples ? "none" : "nanoseconds", int64_t{graph.nodes.front().total});
  text += samples + "],\"weights\":[" + weights + "]}]}\n";
  return text;
}

}  // namespace nsys_ai
