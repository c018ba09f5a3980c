// Panels above the timeline: help, explanations, bookmarks, settings.
#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "tui/axis.h"
#include "tui/cell_width.h"
#include "tui/timeline_draw.h"
#include "view/wrapped_text.h"

namespace nsys_ai {
namespace {

struct PanelBox {
  size_t line = 0, column = 0, columns = 0, lines = 0;  // inside of its border
};

PanelBox panel_box(const FrameCanvas& canvas, size_t wanted) {
  constexpr size_t kWidest = 100;
  PanelBox box;
  box.columns = std::min(canvas.columns() - 4, kWidest);
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

}  // namespace

std::vector<std::string> mark_lines(TimelineModel& model, const TimelineState& state) {
  std::vector<std::string> lines;
  const int64_t zero = state.absolute ? 0 : model.run().start;
  for (const TimelineMark& mark : model.marks()) {
    std::string line = lines.size() < 9 ? fmt::format("{}  ", lines.size() + 1) : "   ";
    line += time_text(mark.time.start - zero, 1'000) + "  " + mark.name;
    lines.push_back(std::move(line));
  }
  if (lines.empty()) lines.emplace_back("There are no bookmarks; B makes one.");
  return lines;
}

std::vector<std::string> setting_lines(const TimelineState& state) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < kTimelineSettings.size(); ++i)
    lines.push_back(fmt::format("{:<28} < {:>4} >   {} to {}", kTimelineSettings[i].name, state.settings[i],
                                kTimelineSettings[i].least, readable_count(kTimelineSettings[i].most)));
  return lines;
}

std::vector<std::string> help_lines(std::span<const TuiAction> actions, size_t width, bool ascii) {
  constexpr size_t kKeys = 20;
  std::vector<std::string> lines;
  std::string_view mode = actions.front().mode;
  for (const TuiAction& action : actions) {
    if (action.mode != mode) {
      lines.emplace_back("");
      lines.push_back(fmt::format("In a {}:", action.mode));
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

void draw_panel(FrameCanvas& canvas, TimelineModel& model, const TimelineState& state) {
  if (state.mode == "prompt") return;
  const bool is_list = state.mode == "list";
  const std::vector<std::string> lines = is_list                  ? mark_lines(model, state)
                                         : state.mode == "config" ? setting_lines(state)
                                                                  : state.text;
  const PanelBox box = panel_box(canvas, lines.size());
  draw_border(canvas, box, state.title);
  const bool chooses = is_list || state.mode == "config";
  draw_lines(canvas, box, lines, state.scrolled, chooses ? std::optional(state.chosen) : std::nullopt);
}

}  // namespace nsys_ai
