// Chooses the stacks and the window, asks for the graph, and words what its figures mean.
#include "view/flame/flame_view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "analysis/recorded_time.h"
#include "base/quotation.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "profile/families/family_facts.h"
#include "profile/families/family_samples.h"
#include "skill/answer_frame.h"
#include "view/nvtx_outline.h"
#include "view/targets/target.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

constexpr FlameOf kFlames[] = {FlameOf::samples, FlameOf::nvtx, FlameOf::backtraces};

Result<std::vector<FlameOf>> known_flames(const Profile& profile, const Work& work) {
  std::vector<FlameOf> known;
  for (const FlameOf of : kFlames) {
    const auto has = has_stacks(profile, of, work);
    if (!has) return tl::unexpected(has.error());
    if (*has) known.push_back(of);
  }
  return known;
}

void set_unanswerable(std::optional<FlameOf> of, Answer& answer) {
  answer.outcome = Outcome::cannot_answer;
  constexpr std::string_view kSample = "Capture with `nsys profile --sample=process-tree`.";
  constexpr std::string_view kNvtx = "Capture with `nsys profile --trace=cuda,nvtx`.";
  constexpr std::string_view kBacktrace =
      "Capture with `nsys profile --cudabacktrace=kernel --sample=process-tree`.";
  if (!of) {
    answer.reason =
        "The capture has no CPU samples, no kernels in NVTX ranges and no backtraces of launches.";
    answer.needs = {std::string(kSample), std::string(kNvtx), std::string(kBacktrace)};
  } else if (*of == FlameOf::samples) {
    answer.reason = "The capture has no CPU samples.";
    answer.needs = {std::string(kSample)};
  } else if (*of == FlameOf::nvtx) {
    answer.reason = "The capture has no kernels, or no NVTX ranges.";
    answer.needs = {std::string(kNvtx)};
  } else {
    answer.reason = "The capture has no kernels, or no backtraces of launches.";
    answer.needs = {std::string(kBacktrace)};
  }
}

Result<Scope> scope_of_flame(const Profile& profile, ScopeRequest request, const std::string& at) {
  if (!at.empty()) {
    if (request.window)
      return fail(ErrorCode::bad_request, "A place and a window exclude each other.", "Give one of them.");
    const auto time = interval_of(profile, at);
    if (!time || time->empty())
      return fail(ErrorCode::bad_request,
                  fmt::format("{} has no length on the timeline of this profile.", quotation(at)),
                  "Name a gap, a range, a step or a kernel, such as kernel:1.");
    request.window = *time;
  }
  return Scope::make(profile, request);
}

// What a sample stands for, as far as the capture says.
Result<std::string> period_note(const Profile& profile, const FlameGraph& graph, const Work& work) {
  const auto options = profile.events<CaptureOptions>(work);
  if (!options) return tl::unexpected(options.error());
  const auto period = (*options)->value("LINUX_PERF_OPTIONS:SAMPLING_PERIOD");
  std::string note = "a sample is a look at what a thread runs on a core: it counts, and is no time";
  if (period && *period != "0")
    note += fmt::format("; one was taken every {} events of the core, cycles unless chosen otherwise",
                        one_line(*period));
  else
    note += "; the capture does not say how often one was taken";
  if (graph.has_cycles)
    note += fmt::format(". These stand for {} cycles", readable_count(graph.nodes.front().count));
  return note;
}

Result<void> add_flame_notes(const Profile& profile, const Scope& scope, const Work& work, FlameView& view) {
  auto& notes = view.answer.notes;
  if (view.graph.of == FlameOf::samples) {
    auto note = period_note(profile, view.graph, work);
    if (!note) return tl::unexpected(note.error());
    notes.push_back(std::move(*note));
  } else {
    notes.emplace_back(
        "time is that of kernels, summed over GPUs and streams, which is no wall time; copies and memsets are left out");
    if (profile.graph_runs().size() > 0)
      notes.emplace_back(
          "CUDA graphs that were recorded whole are left out, because their kernels are not in the capture");
  }
  if (view.graph.is_cut)
    notes.push_back(fmt::format(
        "stacks deeper than {} frames, or beyond {} frames altogether, count for the frames around",
        readable_count(FlameGraph::kMostDepth),
        readable_count(static_cast<int64_t>(FlameGraph::kMostNodes))));
  note_scope(profile, scope, notes);
  return {};
}

Result<void> find_matches(const FlameOptions& options, FlameView& view) {
  if (options.filter.empty()) return {};
  const auto pattern = TextPattern::make(options.filter, {});
  if (!pattern) return tl::unexpected(pattern.error());
  const FlameGraph& graph = view.graph;
  std::vector<bool> of_frame;
  for (const FlameFrame& frame : graph.frames)
    of_frame.push_back(frame.kind != FrameKind::all &&
                       (pattern->matches(frame.text) || pattern->matches(frame.module)));
  std::vector<bool> inside(graph.nodes.size(), false);
  view.matches.resize(graph.nodes.size(), false);
  for (size_t i = 1; i < graph.nodes.size(); ++i) {
    const FlameNode& of = graph.nodes[i];
    view.matches[i] = of_frame[of.frame];
    inside[i] = inside[of.parent] || view.matches[i];
    if (inside[i] && !inside[of.parent]) view.matched += of.total;
  }
  return {};
}

}  // namespace

Result<FlameView> flame_view(const Profile& profile, const ScopeRequest& request, const FlameOptions& options,
                             const Work& work) {
  const LossNotes losses;
  auto scope = scope_of_flame(profile, request, options.at);
  if (!scope) return tl::unexpected(scope.error());
  auto known = known_flames(profile, work);
  if (!known) return tl::unexpected(known.error());
  FlameView view;
  view.known = std::move(*known);
  const FlameOf of = options.of.value_or(view.known.empty() ? FlameOf::samples : view.known.front());
  if (of == FlameOf::samples) {
    const auto recorded = recorded_time(profile, Family::cpu_samples, work);
    if (!recorded) return tl::unexpected(recorded.error());
    scope = scope->holding(*recorded);
  }
  view.answer = framed(profile, *scope, "flame");
  if (std::find(view.known.begin(), view.known.end(), of) == view.known.end()) {
    set_unanswerable(options.of, view.answer);
    add_loss_notes(losses, view.answer);
    return view;
  }
  auto graph = flame_graph(profile, *scope, {of, options.tid, options.inverted}, work);
  if (!graph) return tl::unexpected(graph.error());
  view.graph = std::move(*graph);
  if (options.root >= view.graph.nodes.size())
    return fail(ErrorCode::bad_request, fmt::format("There is no frame {}.", options.root),
                "Begin with the whole graph.");
  if (auto found = find_matches(options, view); !found) return tl::unexpected(found.error());
  if (view.graph.nodes.size() == 1) {
    view.answer.outcome = Outcome::empty;
    view.answer.reason =
        of == FlameOf::samples ? "No sample was taken in this scope." : "No kernel ran in this scope.";
    if (options.tid) view.answer.reason += fmt::format(" Only thread {} was looked at.", *options.tid);
  } else {
    view.answer.outcome = Outcome::rows;
    if (auto noted = add_flame_notes(profile, *scope, work, view); !noted)
      return tl::unexpected(noted.error());
  }
  add_loss_notes(losses, view.answer);
  return view;
}

// A parent has at least the total of its child and is in front of it, so that it is chosen first.
ShownFrames largest_frames(const FlameGraph& graph, uint32_t root, size_t most) {
  std::vector<bool> is_below(graph.nodes.size(), false);
  std::vector<uint32_t> chosen;
  for (uint32_t i = root; i < graph.nodes.size(); ++i) {
    is_below[i] = i == root || is_below[graph.nodes[i].parent];
    if (is_below[i]) chosen.push_back(i);
  }
  ShownFrames shown;
  if (most > 0 && chosen.size() > most) {
    std::nth_element(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(most), chosen.end(),
                     [&](uint32_t a, uint32_t b) { return graph.goes_first(a, b); });
    shown.hidden = static_cast<int64_t>(chosen.size() - most);
    chosen.resize(most);
  }
  std::vector<bool> is_shown(graph.nodes.size(), false);
  for (const uint32_t node : chosen) is_shown[node] = true;
  for (uint32_t at = graph.nodes[root].parent; at != FlameNode::kNone; at = graph.nodes[at].parent)
    shown.nodes.push_back(at);
  std::reverse(shown.nodes.begin(), shown.nodes.end());
  std::vector<uint32_t> open = {root};
  while (!open.empty()) {
    const uint32_t node = open.back();
    open.pop_back();
    shown.nodes.push_back(node);
    const auto children = graph.children(node);
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      if (is_shown[*child]) open.push_back(*child);
  }
  return shown;
}

std::string frame_label(const FlameGraph& graph, uint32_t node) {
  const FlameFrame& of = graph.frames[graph.nodes[node].frame];
  switch (of.kind) {
    case FrameKind::all:
      return graph.of == FlameOf::samples ? "all samples" : "all kernels";
    case FrameKind::thread:
      return thread_label({of.pid, of.module, of.tid, of.text});
    case FrameKind::module:
      return of.module.starts_with('[')
                 ? one_line(of.module)
                 : "[" + one_line(of.module.substr(of.module.find_last_of("/\\") + 1)) + "]";
    case FrameKind::no_range:
      return "(in no NVTX range)";
    case FrameKind::no_chain:
      return graph.of == FlameOf::samples ? "(no call chain)" : "(no backtrace)";
    case FrameKind::no_launch:
      return "(launch not in the capture)";
    case FrameKind::function:
    case FrameKind::range:
    case FrameKind::kernel:
      break;
  }
  return of.text.empty() ? "(no text)" : one_line(of.text);
}

std::string flame_amount(FlameOf of, int64_t amount) {
  return of == FlameOf::samples ? counted(amount, "sample", "samples") : readable_ns(amount);
}

std::optional<SourceLocation> source_of(const FlameFrame& frame) {
  if (frame.kind == FrameKind::function) return source_of_frame(frame.text, frame.module);
  if (frame.kind == FrameKind::range) return source_of_label(frame.text);
  return std::nullopt;
}

std::string target_of_frame(const FlameGraph& graph, uint32_t node) {
  const FlameFrame& frame = graph.frames[graph.nodes[node].frame];
  if (frame.kind == FrameKind::kernel) return target_of_kernel_name(NameId{frame.number});
  if (frame.kind == FrameKind::range) return target_of_label(frame.number);
  return "";
}

std::string example_of(const FlameGraph& graph, uint32_t node) {
  const uint32_t at = graph.nodes[node].example;
  if (at == FlameNode::kNone) return "";
  return fmt::format("{}:{}", graph.of == FlameOf::samples ? "cpu_sample" : "kernel", (*graph.rows)[at]);
}

std::string flame_meaning(FlameOf of) {
  switch (of) {
    case FlameOf::samples:
      return "Widths are CPU samples: by thread, below it what called what.";
    case FlameOf::nvtx:
      return "Widths are kernel time: by the thread that launched, below it the NVTX ranges around the launch, then the kernel.";
    case FlameOf::backtraces:
      return "Widths are kernel time: by the thread that launched, below it what called what up to the launch, then the kernel.";
  }
  return "";
}

}  // namespace nsys_ai
