// Lays the page out for the width of the screen, and keeps the selection where the text changes.
#include "tui/overview_screen.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "view/cards/card_text.h"
#include "view/targets/card.h"
#include "view/targets/target_window.h"

namespace nsys_ai {
namespace {

constexpr size_t kTitleLine = 1;
constexpr size_t kStatusLines = 2;

constexpr auto kOverviewActions = std::to_array<TuiAction>({
    {"explain", "?", "Explain what is selected", "overview"},
    {"finding-next", "Tab w", "Select the next finding", "overview"},
    {"finding-previous", "Shift+Tab b", "Select the finding before", "overview"},
    {"go-to", "Enter", "Show what is selected on the timeline", "overview"},
    {"help", "h F1", "Show this help", "overview"},
    {"quit", "q Ctrl+c", "Quit", "overview"},
    {"row-down", "Down j", "Select the next finding, kernel or range, or scroll", "overview"},
    {"row-end", "End G", "Go to the end", "overview"},
    {"row-page-down", "PageDown Ctrl+d", "Go down half a page", "overview"},
    {"row-page-up", "PageUp Ctrl+u", "Go up half a page", "overview"},
    {"row-start", "Home g", "Go to the beginning", "overview"},
    {"row-up", "Up k", "Select the one before, or scroll", "overview"},
    {"timeline", "O", "Show the timeline", "overview"},
    {"tree", "T", "Show the tree of NVTX ranges", "overview"},
});

size_t overview_lines(FrameSize size) { return size.lines - kTitleLine - kStatusLines; }

FrameRole role_of_word(WordKind kind, std::string_view text) {
  switch (kind) {
    case WordKind::heading:
      return FrameRole::heading;
    case WordKind::severity:
      return text == "high" ? FrameRole::severity : text == "medium" ? FrameRole::key : FrameRole::axis;
    case WordKind::kernel:
      return FrameRole::compute_1;
    case WordKind::range:
      return FrameRole::range_1;
    case WordKind::device:
    case WordKind::reference:
      return FrameRole::key;
    case WordKind::family:
    case WordKind::share:
      return FrameRole::axis;
    default:
      return FrameRole::plain;
  }
}

bool has_place(const Mark& mark) {
  const auto target = parse_target(mark.target);
  return target && has_place_in_time(target->kind);
}

// The picture of the run is not drawn in text.
Page without_picture(Page page) {
  std::erase_if(page.blocks, [](const Block& block) {
    const auto* later = std::get_if<DeferredBlock>(&block);
    return std::holds_alternative<Picture>(block) ||
           (later != nullptr && param_of(later->view.params, "part") == "picture");
  });
  return page;
}

bool has_deferred(const Page& page) {
  return std::ranges::any_of(page.blocks,
                             [](const Block& block) { return std::holds_alternative<DeferredBlock>(block); });
}

}  // namespace

std::span<const TuiAction> overview_actions() { return kOverviewActions; }

Result<std::unique_ptr<OverviewScreen>> OverviewScreen::open(ProfilePtr profile, OverviewPage make,
                                                             const ScopeRequest& scope, bool ascii) {
  auto page = make(scope, WaitFor::quick_analyses);
  if (!page) return tl::unexpected(page.error());
  std::unique_ptr<OverviewScreen> screen(
      new OverviewScreen(std::move(profile), without_picture(std::move(*page)), ascii));
  if (has_deferred(screen->page_))
    screen->late_ = std::make_unique<Late<Result<Page>>>(
        "The overview", screen->page_,
        [make = std::move(make), scope](const Work&) { return make(scope, WaitFor::everything); });
  return screen;
}

void OverviewScreen::take_news() {
  if (!has_news()) return;
  if (late_->value())
    page_ = without_picture(*late_->value());
  else
    say_error(state_, late_->value().error());
  late_.reset();
  columns_ = 0;
}

void OverviewScreen::lay_out(FrameSize size) {
  if (columns_ == size.columns) return;
  columns_ = size.columns;
  Page page = page_;
  page.title.clear();  // it stands in the first line of the screen
  PageLayout layout;
  layout.width = size.columns - 2;
  layout.indent = 0;
  layout.fit = true;
  laid_out_ = text_of(page, layout);
  ScreenText split;
  open_panel(split, "", laid_out_.text);
  lines_ = std::move(split.text);
  items_.clear();
  for (const Mark& mark : laid_out_.marks) {
    if (!has_place(mark)) continue;
    if (!items_.empty() && items_.back().target == mark.target && items_.back().last + 1 == mark.line)
      items_.back().last = mark.line;
    else
      items_.push_back({mark.target, mark.line, mark.line});
  }
  // The same one is selected as before, wherever it stands now.
  const auto same = std::ranges::find(items_, state_.chosen_target, &Item::target);
  if (same != items_.end())
    choose(static_cast<size_t>(same - items_.begin()));
  else if (!items_.empty())
    choose(0);
  if (same != items_.end()) show_chosen(size);
}

void OverviewScreen::choose(size_t item) {
  state_.chosen_target = items_[item].target;
  state_.chosen_line = items_[item].line;
}

std::optional<size_t> OverviewScreen::selected() const {
  for (size_t i = 0; i < items_.size(); ++i)
    if (items_[i].line == state_.chosen_line && items_[i].target == state_.chosen_target) return i;
  return std::nullopt;
}

// To the next item where it is on the screen; else the text scrolls, and what comes into sight is selected.
void OverviewScreen::move(long lines, FrameSize size) {
  const size_t body = overview_lines(size);
  const size_t most = lines_.size() > body ? lines_.size() - body : 0;
  const bool one = lines == 1 || lines == -1;
  const auto in_sight = [&](const Item& item) {
    return item.line >= state_.top && item.line < state_.top + body;
  };
  const auto beside = [&]() -> std::optional<size_t> {
    const auto at = selected();
    if (!at || (lines < 0 && *at == 0) || (lines > 0 && *at + 1 == items_.size())) return std::nullopt;
    return lines < 0 ? *at - 1 : *at + 1;
  };
  if (const auto next = beside(); one && next && in_sight(items_[*next])) return choose(*next);
  state_.top = static_cast<size_t>(
      std::clamp<long>(static_cast<long>(state_.top) + lines, 0, static_cast<long>(most)));
  if (const auto at = selected(); at && in_sight(items_[*at])) return;
  const auto first = std::ranges::find_if(items_, in_sight);
  if (first != items_.end()) choose(static_cast<size_t>(first - items_.begin()));
}

void OverviewScreen::find_finding(bool forward, FrameSize size) {
  const auto is_finding = [](const Item& item) { return item.target.starts_with("finding:"); };
  std::optional<size_t> found;
  for (size_t i = 0; i < items_.size(); ++i) {
    if (!is_finding(items_[i])) continue;
    const bool is_after = items_[i].line > state_.chosen_line;
    if (forward ? is_after && !found : items_[i].line < state_.chosen_line) found = i;
  }
  if (!found) return say(state_, forward ? "There is no finding below." : "There is no finding above.");
  choose(*found);
  show_chosen(size);
}

// With what stands below it.
void OverviewScreen::show_chosen(FrameSize size) {
  const size_t body = overview_lines(size);
  if (state_.chosen_line < state_.top || state_.chosen_line >= state_.top + (body + 1) / 2)
    state_.top = state_.chosen_line < 2 ? 0 : state_.chosen_line - 2;
}

void OverviewScreen::explain(FrameSize size) {
  const auto at = selected();
  const auto shown = at ? card(*profile_, items_[*at].target) : std::nullopt;
  if (shown)
    open_panel(state_, items_[*at].target, text_of(*shown, panel_width(size)));
  else
    say(state_, "There is nothing to explain here.");
}

void OverviewScreen::act(const TuiInput& input, FrameSize asked) {
  const FrameSize size = clamped(asked);
  take_news();
  lay_out(size);
  const std::string action = action_of_input(overview_actions(), state_.mode, input);
  state_.message.clear();
  if (!action.empty() && !change_text(state_, action, input, size, "overview"))
    do_action(action, input, size);
}

void OverviewScreen::do_action(const std::string& action, const TuiInput& input, FrameSize size) {
  const long page = static_cast<long>(overview_lines(size)) / 2;
  const long all = static_cast<long>(lines_.size()) + 2;
  if (action == "row-down") return move(1, size);
  if (action == "row-up") return move(-1, size);
  if (action == "row-page-down") return move(page, size);
  if (action == "row-page-up") return move(-page, size);
  if (action == "wheel-down" || action == "wheel-up") return move(action == "wheel-down" ? 3 : -3, size);
  if (action == "row-start" || action == "row-end") {
    move(action == "row-end" ? all : -all, size);
    if (!items_.empty()) choose(action == "row-end" ? items_.size() - 1 : 0);
  } else if (action == "finding-next" || action == "finding-previous") {
    find_finding(action == "finding-next", size);
  } else if (action == "click" && input.line >= kTitleLine) {
    const size_t line = state_.top + input.line - kTitleLine;
    const auto item = std::ranges::find_if(items_, [&](const Item& of) { return of.line <= line && line <= of.last; });
    if (item != items_.end()) choose(static_cast<size_t>(item - items_.begin()));
  } else if (action == "explain") {
    explain(size);
  } else if (action == "go-to") {
    if (const auto at = selected())
      state_.leaves = items_[*at].target;
    else
      say(state_, "Nothing here has a place on the timeline; O shows all of it.");
  } else if (action == "timeline" || action == "tree") {
    state_.leaves = action;
  } else if (action == "help") {
    open_panel(state_, "Keys", "");
    state_.text = help_lines(overview_actions(), panel_width(size), ascii_);
  } else if (action == "quit") {
    state_.ended = true;
  }
}

void OverviewScreen::draw_line(FrameCanvas& canvas, size_t line, size_t at) const {
  const std::string_view text = lines_[at];
  const auto item = selected();
  // The part of the selected name in this line.
  const auto named = std::ranges::find_if(laid_out_.marks, [&](const Mark& mark) {
    return item && mark.line == at && mark.target == items_[*item].target && items_[*item].line <= at &&
           at <= items_[*item].last;
  });
  const bool has_named = named != laid_out_.marks.end();
  // Where words of a kind begin or end, and the selection.
  std::vector<size_t> cuts{0, text.size()};
  for (const Word& word : laid_out_.words)
    if (word.line == at) cuts.insert(cuts.end(), {word.begin, word.end});
  if (has_named) cuts.insert(cuts.end(), {named->begin, named->end});
  std::ranges::sort(cuts);
  size_t column = 1;
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    const size_t begin = cuts[i], end = std::min(cuts[i + 1], text.size());
    if (begin >= end) continue;
    FrameStyle style;
    for (const Word& word : laid_out_.words)
      if (word.line == at && word.begin <= begin && begin < word.end)
        style.role = role_of_word(word.kind, text.substr(word.begin, word.end - word.begin));
    if (text.find_first_not_of('-') == std::string_view::npos) style.role = FrameRole::dim;
    style.strong = style.role == FrameRole::heading || style.role == FrameRole::severity;
    if (has_named && named->begin <= begin && begin < named->end) style = {FrameRole::selected, true, false};
    column += canvas.put(line, column, text.substr(begin, end - begin), style);
  }
  if (has_named) canvas.set(line, 0, ascii_ ? ">" : "▌", {FrameRole::selected});
}

Frame OverviewScreen::frame(FrameSize asked, bool) {
  const FrameSize size = clamped(asked);
  take_news();
  lay_out(size);
  const size_t body = overview_lines(size);
  state_.top = std::min(state_.top, lines_.size() > body ? lines_.size() - body : 0);
  FrameCanvas canvas(size, ascii_);
  const size_t end = std::min(lines_.size(), state_.top + body);
  const std::string place =
      fmt::format("lines {}-{} of {}", std::min(state_.top + 1, lines_.size()), end, lines_.size());
  const size_t begin = canvas.put_before(0, size.columns - 1, place, {FrameRole::dim});
  canvas.put(0, 1, page_.title, {FrameRole::heading, false, true}, begin < 3 ? 0 : begin - 3);
  for (size_t at = state_.top; at < end; ++at) {
    draw_line(canvas, kTitleLine + at - state_.top, at);
    canvas.add_hit({kTitleLine + at - state_.top, 0, size.columns, fmt::format("item:{}", at)});
  }
  for (size_t c = 0; c < size.columns; ++c)
    canvas.set(size.lines - 2, c, ascii_ ? "-" : "─", {FrameRole::dim});
  const size_t room =
      draw_status(canvas, state_,
                  size.columns < 70 ? "O timeline  h help" : "O timeline  T tree  ? explain  h help  q quit");
  if (room > 0 && selected())
    canvas.put(size.lines - 1, 1, size.columns < 70 ? "Enter shows it" : "Enter shows it on the timeline",
               {FrameRole::key}, room);
  if (state_.mode == "panel") draw_panel(canvas, state_, state_.text, false);
  Frame frame = std::move(canvas).frame();
  frame.mode = state_.mode;
  frame.ended = state_.ended;
  return frame;
}

}  // namespace nsys_ai
