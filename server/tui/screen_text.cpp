// Panels with a border, and what keys do in them.
#include "tui/screen_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "tui/cell_width.h"
#include "view/wrapped_text.h"

namespace nsys_ai {
namespace {

struct PanelBox {
  size_t line = 0, column = 0, columns = 0, lines = 0;  // inside of its border
};

PanelBox panel_box(const FrameCanvas& canvas, size_t wanted) {
  PanelBox box;
  box.columns = panel_width({canvas.columns(), canvas.lines()});
  box.lines = std::min(std::max<size_t>(1, wanted), canvas.lines() - 4);
  box.column = (canvas.columns() - box.columns) / 2;
  box.line = (canvas.lines() - 1 - box.lines) / 2;
  return box;
}

void draw_border(FrameCanvas& canvas, const PanelBox& box, const std::string& title) {
  const bool ascii = canvas.ascii();
  const FrameStyle style{FrameRole::dim};
  const size_t left = box.column - 2, right = box.column + box.columns + 1;
  for (size_t line = box.line - 1; line <= box.line + box.lines; ++line) {
    canvas.clear(line, left, right + 1);
    const bool top = line == box.line - 1, bottom = line == box.line + box.lines;
    for (size_t c = left; (top || bottom) && c <= right; ++c) canvas.set(line, c, ascii ? "-" : "─", style);
    const std::string_view begin = ascii ? (top || bottom ? "+" : "|") : top ? "┌" : bottom ? "└" : "│";
    const std::string_view end = ascii ? (top || bottom ? "+" : "|") : top ? "┐" : bottom ? "┘" : "│";
    canvas.set(line, left, begin, style);
    canvas.set(line, right, end, style);
  }
  canvas.put(box.line - 1, box.column, " " + title + " ", {FrameRole::heading, false, true}, box.columns);
}

void draw_lines(FrameCanvas& canvas, const PanelBox& box, const std::vector<std::string>& lines,
                size_t scrolled, std::optional<size_t> chosen) {
  const size_t most = lines.size() > box.lines ? lines.size() - box.lines : 0;
  size_t first = std::min(scrolled, most);
  if (chosen && *chosen >= first + box.lines) first = *chosen + 1 - box.lines;
  if (chosen && *chosen < first) first = *chosen;
  for (size_t i = 0; i < box.lines && first + i < lines.size(); ++i) {
    const bool is_chosen = chosen && first + i == *chosen;
    canvas.put(box.line + i, box.column, lines[first + i],
               {is_chosen ? FrameRole::selected : FrameRole::plain, is_chosen, false}, box.columns);
    if (chosen)
      canvas.add_hit({box.line + i, box.column, box.column + box.columns, fmt::format("item:{}", first + i)});
  }
  if (lines.size() <= box.lines) return;
  const std::string rest =
      fmt::format(" {}-{} of {} ", first + 1, std::min(lines.size(), first + box.lines), lines.size());
  canvas.put_before(box.line + box.lines, box.column + box.columns, rest, {FrameRole::dim});
}

// Removes the last character of UTF-8.
void erase_last(std::string& text) {
  while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0U) == 0x80U) text.pop_back();
  if (!text.empty()) text.pop_back();
}

void type_text(ScreenText& state, const TuiInput& input) {
  constexpr size_t kMostTyped = 1'000;
  std::string text = input.text.empty() ? input.key : input.text;
  std::erase_if(text, [](char letter) { return static_cast<unsigned char>(letter) < ' ' || letter == 127; });
  if (state.typed.size() + text.size() <= kMostTyped) state.typed += text;
}

void scroll_text(ScreenText& state, FrameSize size, long by) {
  const long most =
      std::max<long>(0, static_cast<long>(state.text.size()) - static_cast<long>(size.lines - 4));
  state.scrolled = static_cast<size_t>(std::clamp<long>(static_cast<long>(state.scrolled) + by, 0, most));
}

}  // namespace

void say(ScreenText& state, std::string message) {
  state.message = std::move(message);
  state.is_error = false;
}

void say_error(ScreenText& state, const Error& error) {
  state.message = error.message + (error.hint.empty() ? "" : " " + error.hint);
  state.is_error = true;
}

void open_panel(ScreenText& state, std::string title, const std::string& text) {
  state.mode = "panel";
  state.title = std::move(title);
  state.scrolled = 0;
  state.text.clear();
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    state.text.push_back(text.substr(at, end - at));
    at = end + 1;
  }
}

void open_prompt(ScreenText& state, std::string asked, std::string title, std::string typed) {
  state.mode = "prompt";
  state.asked = std::move(asked);
  state.title = std::move(title);
  state.typed = std::move(typed);
}

void open_chooser(ScreenText& state, std::string mode, std::string title) {
  state.mode = std::move(mode);
  state.title = std::move(title);
  state.chosen = 0;
  state.scrolled = 0;
}

void offer(ScreenText& state, std::vector<std::string> texts) {
  state.offers = std::move(texts);
  state.chosen_offer = 0;
  if (!state.offers.empty()) state.typed = state.offers.front();
}

// Around the ends.
void choose_offer(ScreenText& state, int by) {
  const size_t count = state.offers.size();
  state.chosen_offer = (state.chosen_offer + (by < 0 ? count - 1 : 1)) % count;
  state.typed = state.offers[state.chosen_offer];
}

void choose_line(ScreenText& state, size_t count, int by) {
  if (by < 0 && state.chosen > 0) --state.chosen;
  if (by > 0 && state.chosen + 1 < count) ++state.chosen;
}

size_t panel_width(FrameSize size) {
  constexpr size_t kWidest = 100;
  return std::min(size.columns - 4, kWidest);
}

bool change_text(ScreenText& state, std::string_view action, const TuiInput& input, FrameSize size,
                 std::string_view home) {
  const long page = static_cast<long>(size.lines) - 5;
  if (!action.starts_with("prompt-complete")) state.offers.clear();
  if (action == "type")
    type_text(state, input);
  else if (action == "prompt-erase")
    erase_last(state.typed);
  else if (action == "prompt-clear")
    state.typed.clear();
  else if (action == "panel-close" || action == "prompt-cancel")
    state.mode = home;
  else if (action == "panel-up" || action == "panel-down")
    scroll_text(state, size, action == "panel-up" ? -1 : 1);
  else if (action == "panel-page-up" || action == "panel-page-down")
    scroll_text(state, size, action == "panel-page-up" ? -page : page);
  else
    return false;
  return true;
}

void draw_panel(FrameCanvas& canvas, const ScreenText& state, const std::vector<std::string>& lines,
                bool chooses) {
  const PanelBox box = panel_box(canvas, lines.size());
  draw_border(canvas, box, state.title);
  draw_lines(canvas, box, lines, state.scrolled, chooses ? std::optional(state.chosen) : std::nullopt);
}

// Above the prompt, around the chosen one.
static void draw_offers(FrameCanvas& canvas, const ScreenText& state, size_t column) {
  const size_t shown = std::min(state.offers.size(), std::min<size_t>(8, canvas.lines() / 2));
  if (shown == 0) return;
  const size_t first = std::min(state.chosen_offer < shown / 2 ? 0 : state.chosen_offer - shown / 2,
                                state.offers.size() - shown);
  const size_t top = canvas.lines() - 1 - shown;
  for (size_t i = 0; i < shown; ++i) {
    canvas.clear(top + i, 0, canvas.columns());
    const bool chosen = first + i == state.chosen_offer;
    canvas.put(top + i, column, state.offers[first + i],
               {chosen ? FrameRole::selected : FrameRole::plain, chosen, false},
               canvas.columns() - column - 1);
  }
}

size_t draw_prompt(FrameCanvas& canvas, const ScreenText& state) {
  const size_t line = canvas.lines() - 1;
  const size_t used = canvas.put(line, 0, state.title, {FrameRole::key});
  draw_offers(canvas, state, used);
  // The end of a long text stays in sight.
  std::string typed = state.typed;
  while (cells_of(typed) + used + 1 > canvas.columns() && !typed.empty()) typed.erase(0, 1);
  return used + canvas.put(line, used, typed);
}

size_t draw_status(FrameCanvas& canvas, const ScreenText& state, std::string_view keys) {
  const size_t line = canvas.lines() - 1;
  const size_t end = canvas.put_before(line, canvas.columns() - 1, keys, {FrameRole::dim});
  const size_t room = end < 2 ? 0 : end - 2;
  if (state.message.empty()) return room;
  canvas.put(line, 1, state.message, {state.is_error ? FrameRole::error : FrameRole::key}, room);
  return 0;
}

std::vector<std::string> help_lines(std::span<const TuiAction> actions, size_t width, bool ascii) {
  constexpr size_t kKeys = 20;
  std::vector<std::string> lines;
  std::string_view mode = actions.front().mode;
  for (const auto list : {actions, text_actions()})
    for (const TuiAction& action : list) {
      if (action.mode != mode) {
        lines.emplace_back("");
        lines.push_back(fmt::format("In the {}:", action.mode));
        mode = action.mode;
      }
      std::string begin = key_words(action.keys, ascii);
      const size_t used = cells_of(begin);
      begin.append(used < kKeys ? kKeys - used : 1, ' ');
      for (const std::string& part :
           wrapped_lines(action.help, {width, std::max(used + 1, kKeys), kKeys, false})) {
        lines.push_back(begin + part);
        begin.assign(kKeys, ' ');
      }
    }
  return lines;
}

}  // namespace nsys_ai
