// The page has what chooses the stacks, a summary, the picture, and remarks.
#include "view/flame/flame_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "view/flame/flame_files.h"
#include "view/flame/flame_table.h"
#include "view/pages/page_cells.h"
#include "view/pages/page_markdown.h"
#include "view/pages/skill_form.h"

namespace nsys_ai {
namespace {

// A browser draws as many at once; what is zoomed into has its own.
constexpr size_t kDrawnFrames = 1500;
constexpr size_t kDocumentRows = 100;
// Larger graphs are written by the command.
constexpr size_t kCopiedNodes = 20'000;
constexpr size_t kBarName = 300;
constexpr int64_t kAroundSample = 1'000'000;

constexpr std::pair<FlameOf, std::string_view> kFlameTitles[] = {
    {FlameOf::samples, "CPU samples"},
    {FlameOf::nvtx, "GPU time by NVTX range"},
    {FlameOf::backtraces, "GPU time by call chain"},
};

std::string place_of_frame(const FlameGraph& graph, uint32_t node) {
  const FlameNode& of = graph.nodes[node];
  if (graph.of != FlameOf::samples) return "at=" + example_of(graph, node);
  return fmt::format("start={}&end={}", of.example_ns - kAroundSample, of.example_ns + kAroundSample);
}

std::string figures_of_frame(const FlameGraph& graph, uint32_t node) {
  const FlameNode& of = graph.nodes[node];
  const FlameFrame& frame = graph.frames[of.frame];
  std::string words = fmt::format("{}, {} of all", flame_amount(graph.of, of.total),
                                  readable_share(ratio(of.total, graph.nodes.front().total)));
  if (graph.of != FlameOf::samples) words += ", " + counted(int64_t{of.count}, "kernel", "kernels");
  if (of.own > 0 && int64_t{of.own} != int64_t{of.total})
    words += fmt::format(", {} of its own", flame_amount(graph.of, of.own));
  if (frame.kind == FrameKind::function && !frame.module.empty())
    words += ", in " + short_line(frame.module.substr(frame.module.find_last_of("/\\") + 1), kBarName);
  return words;
}

Flame picture_of(const FlameView& view, uint32_t root, const ShownFrames& shown, const ViewParams& params) {
  const FlameGraph& graph = view.graph;
  Flame flame{flame_meaning(graph.of), {"flame", with_param(params, "root", "")}, 0, {}};
  std::vector<uint32_t> place_of(graph.nodes.size(), 0);
  for (const uint32_t node : shown.nodes) {
    const FlameNode& of = graph.nodes[node];
    place_of[node] = static_cast<uint32_t>(flame.bars.size());
    if (node == root) flame.root = place_of[node];
    FlameBar bar{node,
                 of.parent == FlameNode::kNone ? 0 : place_of[of.parent],
                 short_line(frame_label(graph, node), kBarName),
                 of.total,
                 figures_of_frame(graph, node),
                 std::string(name_of(graph.frames[of.frame].kind)),
                 target_of_frame(graph, node),
                 place_of_frame(graph, node),
                 "",
                 false};
    if (const auto source = source_of(graph.frames[of.frame]))
      bar.source = target_of_source(source->file, source->line.value_or(0));
    bar.matches = !view.matches.empty() && view.matches[node];
    flame.bars.push_back(std::move(bar));
  }
  return flame;
}

ViewParams without_place(ViewParams params) {
  for (const char* name : {"root", "filter", "format"}) params = with_param(std::move(params), name, "");
  return params;
}

// The other stacks that the profile has, and the other order of frames.
Links choices_of(const FlameView& view, const ViewParams& params) {
  Links links;
  const ViewParams kept = without_place(params);
  for (const auto& [of, title] : kFlameTitles) {
    if (std::find(view.known.begin(), view.known.end(), of) == view.known.end()) continue;
    Cell cell = text_cell(std::string(title));
    if (of != view.graph.of) cell.view = ViewLink{"flame", with_param(kept, "of", std::string(name_of(of)))};
    links.cells.push_back(std::move(cell));
  }
  Cell turned = text_cell(view.graph.inverted ? "Callers above" : "Callers below");
  turned.view = ViewLink{"flame", with_param(kept, "inverted", view.graph.inverted ? "" : "1")};
  links.cells.push_back(std::move(turned));
  return links;
}

Form place_form(const ViewParams& params) {
  ViewParams kept = params;
  for (const char* name : {"thread", "process", "from", "to", "at", "root", "format"})
    kept = with_param(std::move(kept), name, "");
  Form form{{"flame", std::move(kept)}, {}, "Show"};
  const auto field = [&](std::string name, std::string label, std::string doc, std::string normal) {
    form.fields.push_back(
        {name, std::move(label), param_of(params, name), std::move(doc), std::move(normal)});
  };
  field("thread", "thread", "The id of a thread.", "all");
  field("process", "process", "The id of a process.", "all");
  field("from", "from", "Where the window begins, in seconds on the capture's clock.", "start");
  field("to", "to", "Where it ends.", "end");
  field("at", "or at", "A gap, a range, a step or a kernel, such as kernel:1: while it lasted.", "none");
  return form;
}

std::string summary_of(const FlameView& view, const std::string& filter) {
  const FlameGraph& graph = view.graph;
  const AnswerScope& scope = view.answer.scope;
  const int64_t whole = graph.nodes.front().total;
  std::string text =
      fmt::format("{} in {} to {}. {}", flame_amount(graph.of, whole), readable_clock(scope.start_ns),
                  readable_clock(scope.end_ns), flame_meaning(graph.of));
  if (graph.inverted) text += " Turned over: the innermost frames are on top, and below each what called it.";
  if (!filter.empty())
    text += fmt::format(" Frames that contain `{}` take {} of all: {}.", one_line(filter),
                        readable_share(ratio(view.matched, whole)), flame_amount(graph.of, view.matched));
  return text;
}

Block copies_of_flame(const FlameGraph& graph, const ViewParams& params) {
  const ViewParams kept = without_place(params);
  if (graph.nodes.size() > kCopiedNodes)
    return Paragraph{"`nsys-ai flame --format folded` writes all frames, and `--format speedscope`."};
  return CopyMenu{"Copy as",
                  {{"folded stacks", {"flame", with_param(kept, "format", "folded")}},
                   {"speedscope", {"flame", with_param(kept, "format", "speedscope")}}}};
}

void add_remarks(const Answer& answer, Page& page) {
  if (answer.outcome != Outcome::rows && !answer.reason.empty())
    page.blocks.emplace_back(Paragraph{answer.reason});
  for (const std::string& need : answer.needs) page.blocks.emplace_back(Paragraph{need});
  for (std::string note : answer.notes) {
    if (!note.empty() && note[0] >= 'a' && note[0] <= 'z') note[0] = static_cast<char>(note[0] - 'a' + 'A');
    if (!note.ends_with('.')) note += '.';
    page.blocks.emplace_back(Paragraph{std::move(note)});
  }
}

Result<std::optional<int64_t>> number_of(const ViewParams& params, std::string_view name) {
  const std::string text = param_of(params, name);
  if (text.empty()) return std::optional<int64_t>();
  const auto number = parse_integer(text);
  if (!number || *number < 0)
    return fail(ErrorCode::bad_request, fmt::format("{}: \"{}\" is no number.", name, quotation(text)));
  return number;
}

}  // namespace

Result<FlameOptions> flame_options_of(const ViewParams& params) {
  FlameOptions options;
  if (const std::string of = param_of(params, "of"); !of.empty()) {
    const auto* const known = std::find_if(std::begin(kFlameTitles), std::end(kFlameTitles),
                                           [&](const auto& row) { return name_of(row.first) == of; });
    if (known == std::end(kFlameTitles))
      return fail(ErrorCode::bad_request, fmt::format("of: there is no {}.", quotation(of)),
                  "There are samples, nvtx and backtraces.");
    options.of = known->first;
  }
  const auto thread = number_of(params, "thread");
  if (!thread) return tl::unexpected(thread.error());
  const auto root = number_of(params, "root");
  if (!root) return tl::unexpected(root.error());
  options.tid = *thread;
  options.root = static_cast<uint32_t>(std::min<int64_t>(root->value_or(0), UINT32_MAX));
  options.at = param_of(params, "at");
  options.filter = param_of(params, "filter");
  options.inverted = param_of(params, "inverted") == "1";
  return options;
}

Result<Page> flame_page(const Profile& profile, const ViewParams& params, const Work& work) {
  const auto options = flame_options_of(params);
  if (!options) return tl::unexpected(options.error());
  const auto scope = scope_of_form(params);
  if (!scope) return tl::unexpected(scope.error());
  const std::string format = param_of(params, "format");
  const auto view = flame_view(profile, *scope, *options, work);
  if (!view) return tl::unexpected(view.error());
  Page page;
  page.title = "Flame graph";
  const bool has_rows = view->answer.outcome == Outcome::rows;
  if (has_rows && (format == "folded" || format == "speedscope")) {
    const std::string name = profile.info().path.filename().string();
    page.blocks.emplace_back(
        PlainText{format == "folded" ? folded_stacks(view->graph) : speedscope_json(view->graph, name)});
    return page;
  }
  if (format == "Markdown")
    return Page{page.title, {PlainText{markdown_of(flame_text_page(*view, kDocumentRows))}}};
  if (!view->known.empty()) page.blocks.emplace_back(choices_of(*view, params));
  if (has_rows) {
    page.blocks.emplace_back(
        Form{{"flame", with_param(params, "filter", "")},
             {{"filter", "Find", options->filter, "", "a part of a name; * for whatever lies between"}}});
    const ShownFrames shown = largest_frames(view->graph, options->root, kDrawnFrames);
    std::string summary = summary_of(*view, options->filter);
    if (shown.hidden > 0)
      summary += fmt::format(" {} smaller frames are not drawn.", readable_count(shown.hidden));
    page.blocks.emplace_back(Paragraph{std::move(summary)});
    page.blocks.emplace_back(picture_of(*view, options->root, shown, params));
  }
  if (!view->known.empty()) page.blocks.emplace_back(place_form(params));
  if (has_rows) page.blocks.push_back(copies_of_flame(view->graph, params));
  add_remarks(view->answer, page);
  return page;
}

Page flame_text_page(const FlameView& view, size_t most) {
  Page page;
  page.title = "Flame graph";
  if (view.answer.outcome == Outcome::rows) {
    page.blocks.emplace_back(Paragraph{summary_of(view, "")});
    page.blocks.emplace_back(flame_table(view.graph, most));
  }
  add_remarks(view.answer, page);
  return page;
}

}  // namespace nsys_ai
