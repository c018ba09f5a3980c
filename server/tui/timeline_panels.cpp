// Panels above the timeline: help, explanations, bookmarks, settings.
#include <fmt/format.h>

#include <algorithm>

#include "base/text_table.h"
#include "tui/axis.h"
#include "tui/timeline_draw.h"

namespace nsys_ai {
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

void draw_timeline_panel(FrameCanvas& canvas, TimelineModel& model, const TimelineState& state) {
  if (state.mode == "list")
    draw_panel(canvas, state, mark_lines(model, state), true);
  else if (state.mode == "config")
    draw_panel(canvas, state, setting_lines(state), true);
  else if (state.mode == "panel")
    draw_panel(canvas, state, state.text, false);
}

}  // namespace nsys_ai
