// Draws the outline of ranges as lines that open and close.
#include "tui/nvtx_tree_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/quantity.h"
#include "base/quotation.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "tui/nvtx_tree_columns.h"
#include "view/cards/card_text.h"
#include "view/targets/card.h"

namespace nsys_ai {
namespace {

constexpr int64_t kMostRanges = 5'000;
constexpr size_t kDetailLines = 3;
constexpr size_t kTitleLines = 2;

std::string words_of_line(const OutlineLine& line) {
  return line.kind == OutlineLine::more ? fmt::format("and {} more", readable_count(line.hidden))
                                        : line.label;
}

size_t body_lines(FrameSize size) { return size.lines - kTitleLines - kDetailLines - 2; }

}  // namespace

Result<std::unique_ptr<NvtxTreeScreen>> NvtxTreeScreen::open(NvtxTreeRun run, std::optional<NvtxTreeRun> base,
                                                             bool ascii, const Work& work) {
  std::unique_ptr<NvtxTreeScreen> screen(new NvtxTreeScreen(std::move(run), ascii));
  if (base)
    if (auto read = screen->read_base(*base, work); !read) return tl::unexpected(read.error());
  if (auto made = screen->make(work); !made) return tl::unexpected(made.error());
  for (const OutlineLine& line : screen->outline_.lines)
    if (line.kind == OutlineLine::thread) screen->state_.open.insert(line.node);
  return screen;
}

// All ranges and kernels of both, so that what is not listed here is not missing there.
Result<void> NvtxTreeScreen::read_base(const NvtxTreeRun& base, const Work& work) {
  const OutlineOptions all{0, 0, "", 0, true, kTreeScreenParts};
  auto before = nvtx_outline(*base.profile, base.scope, all, work);
  if (!before) return tl::unexpected(before.error());
  const auto now = nvtx_outline(*run_.profile, run_.scope, all, work);
  if (!now) return tl::unexpected(now.error());
  base_ = Base{std::move(*before), 0};
  base_->missing = ranges_missing(*now, base_->outline);
  return {};
}

Result<void> NvtxTreeScreen::make(const Work& work) {
  const OutlineOptions options{state_.depth, state_.least, state_.filter,
                               kMostRanges,  true,         kTreeScreenParts};
  auto made = nvtx_outline(*run_.profile, run_.scope, options, work);
  if (!made) return tl::unexpected(made.error());
  outline_ = std::move(*made);
  if (base_) per_call_ = outline_per_call(outline_, base_->outline);
  if (nodes_ != nullptr) return {};
  const auto scope = Scope::make(*run_.profile, run_.scope);
  if (!scope) return tl::unexpected(scope.error());
  if (!scope->is_whole(*run_.profile)) tree_ = nvtx_tree(*run_.profile, *scope);
  nodes_ = tree_ ? &*tree_ : &run_.profile->derived(build_nvtx_tree);
  return {};
}

void NvtxTreeScreen::remake() {
  if (auto made = make({}); !made) say_error(state_, made.error());
  state_.selected = 0;
}

bool NvtxTreeScreen::has_children(size_t line) const {
  return line + 1 < outline_.lines.size() && outline_.lines[line + 1].depth > outline_.lines[line].depth;
}

// With a filter all matches are shown, wherever they are.
std::vector<size_t> NvtxTreeScreen::shown() const {
  std::vector<size_t> lines;
  uint32_t hidden_below = UINT32_MAX;
  for (size_t at = 0; at < outline_.lines.size(); ++at) {
    const OutlineLine& line = outline_.lines[at];
    if (line.depth > hidden_below) continue;
    hidden_below = UINT32_MAX;
    lines.push_back(at);
    const bool closed = line.kind != OutlineLine::kernel && line.kind != OutlineLine::more &&
                        !state_.open.contains(line.node) && state_.filter.empty();
    if (closed) hidden_below = line.depth;
  }
  return lines;
}

const OutlineLine* NvtxTreeScreen::selected_line() const {
  const auto lines = shown();
  return lines.empty() ? nullptr : &outline_.lines[lines[std::min(state_.selected, lines.size() - 1)]];
}

std::string NvtxTreeScreen::target_of(const OutlineLine& line) const {
  if (line.kind != OutlineLine::range || line.node >= nodes_->nodes.size()) return "";
  const uint32_t longest = nodes_->nodes[line.node].longest;
  return longest == NvtxNode::kNone ? "" : fmt::format("nvtx:{}", run_.profile->nvtx().row[longest]);
}

void NvtxTreeScreen::move(long by) {
  const long last = static_cast<long>(shown().size()) - 1;
  state_.selected = static_cast<size_t>(
      std::clamp<long>(static_cast<long>(state_.selected) + by, 0, std::max<long>(0, last)));
}

void NvtxTreeScreen::open_lines(bool all) {
  state_.open.clear();
  for (const OutlineLine& line : outline_.lines)
    if (all || line.kind == OutlineLine::thread) state_.open.insert(line.node);
  move(0);
}

void NvtxTreeScreen::collapse() {
  const auto lines = shown();
  if (lines.empty()) return;
  const OutlineLine& line = outline_.lines[lines[state_.selected]];
  const bool is_open = line.kind != OutlineLine::kernel && state_.open.contains(line.node) &&
                       has_children(lines[state_.selected]);
  if (is_open) {
    state_.open.erase(line.node);
    return;
  }
  for (size_t at = state_.selected; at-- > 0;)
    if (outline_.lines[lines[at]].depth < line.depth) {
      state_.selected = at;
      return;
    }
}

void NvtxTreeScreen::accept_prompt() {
  state_.mode = "tree";
  if (state_.asked == "filter") {
    if (!state_.typed.empty())
      if (const auto pattern = TextPattern::make(state_.typed, {}); !pattern)
        return say_error(state_, pattern.error());
    state_.filter = state_.typed;
  } else {
    const auto least = state_.typed.empty() ? std::optional<int64_t>(0) : parse_duration(state_.typed);
    if (!least || *least < 0)
      return say_error(
          state_, {ErrorCode::bad_request, fmt::format("\"{}\" is no duration.", quotation(state_.typed)),
                   "Write one such as 50us or 1.5ms."});
    state_.least = *least;
  }
  remake();
}

void NvtxTreeScreen::explain(FrameSize size) {
  const OutlineLine* line = selected_line();
  const std::string target = line == nullptr ? "" : target_of(*line);
  const auto shown_card = target.empty() ? std::nullopt : card(*run_.profile, target);
  if (shown_card)
    open_panel(state_, target, text_of(*shown_card, panel_width(size)));
  else
    say(state_, "Select a range to have it explained.");
}

void NvtxTreeScreen::act(const TuiInput& input, FrameSize asked) {
  const FrameSize size = clamped(asked);
  const std::string action = action_of_input(nvtx_tree_actions(), state_.mode, input);
  state_.message.clear();
  if (!action.empty() && !change_text(state_, action, input, size, "tree")) do_action(action, input, size);
}

void NvtxTreeScreen::do_action(const std::string& action, const TuiInput& input, FrameSize size) {
  const long page = static_cast<long>(body_lines(size)) / 2;
  if (action == "row-down" || action == "wheel-down") return move(1);
  if (action == "row-up" || action == "wheel-up") return move(-1);
  if (action == "row-page-down") return move(page);
  if (action == "row-page-up") return move(-page);
  if (action == "row-start") return move(-static_cast<long>(outline_.lines.size()));
  if (action == "row-end") return move(static_cast<long>(outline_.lines.size()));
  if (action == "click" && input.line >= kTitleLines && input.line < kTitleLines + body_lines(size))
    return move(static_cast<long>(state_.top + input.line - kTitleLines) -
                static_cast<long>(state_.selected));
  if (action == "expand-all" || action == "collapse-all") return open_lines(action == "expand-all");
  if (action == "collapse") return collapse();
  if (action == "expand") {
    if (const OutlineLine* line = selected_line(); line && line->kind != OutlineLine::kernel)
      state_.open.insert(line->node);
  } else if (action == "depth") {
    state_.depth = (input.text.empty() ? input.key : input.text).empty()
                       ? 0
                       : (input.text.empty() ? input.key : input.text).front() - '0';
    remake();
  } else if (action == "clear") {
    state_.filter.clear();
    state_.least = state_.depth = 0;
    remake();
  } else if (action == "filter") {
    open_prompt(state_, action, "/", state_.filter);
  } else if (action == "minimum") {
    open_prompt(state_, action, "At least (50us, 1.5ms): ", "");
  } else if (action == "prompt-accept") {
    accept_prompt();
  } else if (action == "explain") {
    explain(size);
  } else if (action == "help") {
    open_panel(state_, "Keys", "");
    state_.text = help_lines(nvtx_tree_actions(), panel_width(size), ascii_);
  } else if (action == "timeline") {
    const OutlineLine* line = selected_line();
    const std::string target = line == nullptr ? "" : target_of(*line);
    state_.leaves = target.empty() ? "timeline" : target;
  } else if (action == "overview") {
    state_.leaves = action;
  } else if (action == "quit") {
    state_.ended = true;
  }
}

void NvtxTreeScreen::draw_line(FrameCanvas& canvas, size_t line, size_t at, bool selected) const {
  const OutlineLine& of = outline_.lines[at];
  const auto columns = tree_columns(outline_.by_gpu, base_.has_value(), canvas.columns());
  const size_t label = canvas.columns() - columns_width(columns) - 1;
  const FrameRole role = selected                         ? FrameRole::selected
                         : of.kind == OutlineLine::thread ? FrameRole::heading
                         : of.kind == OutlineLine::range  ? FrameRole::plain
                                                          : FrameRole::dim;
  const size_t indent = std::min<size_t>(1 + 2 * of.depth, label / 2);
  const bool closed = !state_.open.contains(of.node) && state_.filter.empty();
  const bool folds = of.kind != OutlineLine::kernel && of.kind != OutlineLine::more && has_children(at);
  const std::string_view sign = !folds ? " " : ascii_ ? (closed ? "+" : "-") : closed ? "▸" : "▾";
  canvas.put(line, indent, sign, {FrameRole::key});
  canvas.put(line, indent + 2, words_of_line(of), {role, selected, false},
             label - std::min(label, indent + 2));
  size_t end = label;
  for (const TreeColumn& column : columns) {
    end += column.width + 1;
    if (of.kind == OutlineLine::more) continue;
    const PerCall* per_call = base_ && per_call_[at] ? &*per_call_[at] : nullptr;
    const std::string cell = column.cell({of, per_call, ascii_ ? Glyphs::ascii : Glyphs::unicode});
    canvas.put_before(line, end, cell, {column.title == "over time" ? FrameRole::axis : role});
  }
  canvas.add_hit({line, 0, canvas.columns(), fmt::format("item:{}", at)});
}

void NvtxTreeScreen::draw_details(FrameCanvas& canvas, size_t line) const {
  for (size_t c = 0; c < canvas.columns(); ++c) canvas.set(line, c, ascii_ ? "-" : "─", {FrameRole::dim});
  const auto lines = shown();
  if (lines.empty()) {
    canvas.put(line + 1, 1,
               outline_.answer.reason.empty() ? "There are no such ranges." : outline_.answer.reason,
               {FrameRole::dim}, canvas.columns() - 2);
    return;
  }
  const size_t at = lines[std::min(state_.selected, lines.size() - 1)];
  const OutlineLine& of = outline_.lines[at];
  std::string path = words_of_line(of);
  uint32_t depth = of.depth;
  for (size_t i = at; i-- > 0 && depth > 0;)
    if (outline_.lines[i].depth < depth) {
      depth = outline_.lines[i].depth;
      path = outline_.lines[i].label + " › " + path;
    }
  canvas.put(line + 1, 1, path, {FrameRole::heading, false, true}, canvas.columns() - 2);
  std::string facts =
      fmt::format("{} in {}", readable_ns(of.kernel_time), counted(of.kernels, "kernel", "kernels"));
  if (of.kind == OutlineLine::range)
    facts = fmt::format("{}, {} on the host, the longest {}; GPU: ", counted(of.instances, "range", "ranges"),
                        readable_ns(of.host), readable_ns(of.host_max)) +
            facts +
            fmt::format(", {} of it launched by none inside, busy {}", readable_ns(of.own_kernel_time),
                        readable_ns(of.busy));
  canvas.put(line + 2, 1, facts, {}, canvas.columns() - 2);
  if (base_ && per_call_[at]) {
    canvas.put(line + 3, 1, words_of_per_call(*per_call_[at]), {FrameRole::key},
               canvas.columns() - 2);
    return;
  }
  if (const std::string target = target_of(of); !target.empty())
    canvas.put(line + 3, 1, "Enter shows " + target + ", the longest, on the timeline", {FrameRole::dim},
               canvas.columns() - 2);
}

Frame NvtxTreeScreen::frame(FrameSize asked, bool) {
  const FrameSize size = clamped(asked);
  FrameCanvas canvas(size, ascii_);
  const auto lines = shown();
  const size_t body = body_lines(size);
  move(0);
  state_.top = std::min(state_.top, lines.size() > body ? lines.size() - body : 0);
  if (state_.selected < state_.top) state_.top = state_.selected;
  if (state_.selected >= state_.top + body) state_.top = state_.selected + 1 - body;
  const std::string all =
      fmt::format("{} of {} GPU time in ranges", readable_ns(outline_.kernel_time_in_ranges),
                  readable_ns(outline_.kernel_time));
  const size_t begin =
      canvas.put_before(0, size.columns - 1, outline_.ranges == 0 ? "" : all, {FrameRole::axis});
  canvas.put(0, 1, run_.name, {FrameRole::heading, false, true}, begin < 3 ? 0 : begin - 3);
  const auto columns = tree_columns(outline_.by_gpu, base_.has_value(), size.columns);
  canvas.put(1, 1, "NVTX ranges", {FrameRole::dim});
  size_t end = size.columns - columns_width(columns) - 1;
  for (const TreeColumn& column : columns) {
    end += column.width + 1;
    canvas.put_before(1, end, column.title, {FrameRole::dim});
  }
  for (size_t i = 0; i < body && state_.top + i < lines.size(); ++i)
    draw_line(canvas, kTitleLines + i, lines[state_.top + i], state_.top + i == state_.selected);
  draw_details(canvas, kTitleLines + body);
  size_t typed = 0;
  if (state_.mode == "prompt") {
    typed = draw_prompt(canvas, state_);
  } else if (const size_t room = draw_status(canvas, state_, "T timeline  h help  q quit"); room > 0) {
    std::string words = state_.filter.empty() ? "" : "/" + state_.filter + " ";
    if (state_.least > 0) words += "at least " + readable_ns(state_.least) + " ";
    if (state_.depth > 0) words += fmt::format("depth {} ", state_.depth);
    words += counted(outline_.ranges, "range", "ranges");
    if (base_ && base_->missing > 0)
      words += fmt::format(", {} more only in the base", readable_count(base_->missing));
    canvas.put(size.lines - 1, 1, words, {}, room);
  }
  if (state_.mode == "panel") draw_panel(canvas, state_, state_.text, false);
  Frame frame = std::move(canvas).frame();
  frame.mode = state_.mode;
  frame.ended = state_.ended;
  if (state_.mode == "prompt") frame.cursor = {size.lines - 1, std::min(typed, size.columns - 1)};
  return frame;
}

}  // namespace nsys_ai
