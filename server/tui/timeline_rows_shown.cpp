// Heights of rows by their kind and the settings.
#include "tui/timeline_rows_shown.h"

#include <algorithm>
#include <optional>

namespace nsys_ai {
namespace {

size_t setting_of(const TimelineState& state, TimelineSettingIx which) {
  return static_cast<size_t>(state.settings[static_cast<size_t>(which)]);
}

size_t height_of(const TimelineRow& row, const TimelineState& state) {
  if (is_range_row(row.id))
    return std::min(setting_of(state, TimelineSettingIx::depth),
                    static_cast<size_t>(std::max<int64_t>(1, row.deepest)));
  if (!row.id.starts_with("stream:")) return 1;
  return setting_of(
      state, row.id == state.row ? TimelineSettingIx::selected_height : TimelineSettingIx::other_height);
}

size_t indent_of(const Timeline& rows, size_t at) {
  size_t indent = 0;
  for (int64_t parent = rows.rows[at].parent; parent > 0;
       parent = rows.rows[static_cast<size_t>(parent - 1)].parent)
    ++indent;
  return indent;
}

}  // namespace

bool is_range_row(const std::string& id) {
  return id.starts_with("nvtx:") || id.starts_with("nvtx_on_gpu:") || id.starts_with("start_end:");
}

std::vector<ShownRow> shown_rows(const TimelineModel& model, const TimelineState& state) {
  std::vector<ShownRow> shown;
  size_t line = 0;
  for (size_t at = 0; at < model.rows().rows.size(); ++at) {
    const TimelineRow& row = model.rows().rows[at];
    const size_t height = row.id.empty() ? 0 : height_of(row, state);
    shown.push_back({at, line, std::max<size_t>(1, height), indent_of(model.rows(), at), height == 0});
    line += shown.back().height;
  }
  return shown;
}

const ShownRow* shown_row(const std::vector<ShownRow>& rows, const TimelineModel& model,
                          const std::string& id) {
  const auto found = std::ranges::find_if(
      rows, [&](const ShownRow& row) { return !row.heading && model.rows().rows[row.at].id == id; });
  return found == rows.end() ? nullptr : &*found;
}

std::string row_beside(const TimelineModel& model, const TimelineState& state, long further) {
  std::vector<std::string> ids;
  long selected = 0;
  for (const ShownRow& row : shown_rows(model, state)) {
    if (row.heading) continue;
    ids.push_back(model.rows().rows[row.at].id);
    if (ids.back() == state.row) selected = static_cast<long>(ids.size()) - 1;
  }
  if (ids.empty()) return "";
  return ids[static_cast<size_t>(std::clamp<long>(selected + further, 0, static_cast<long>(ids.size()) - 1))];
}

size_t scrolled_to_row(const TimelineModel& model, const TimelineState& state, size_t lines) {
  const std::vector<ShownRow> rows = shown_rows(model, state);
  if (rows.empty()) return 0;
  const size_t all = rows.back().line + rows.back().height;
  size_t top = std::min(state.top, all > lines ? all - lines : 0);
  const ShownRow* selected = shown_row(rows, model, state.row);
  if (selected == nullptr) return top;
  // The headings above it say what it belongs to.
  const ShownRow* first = selected;
  while (first != rows.data() && (first - 1)->heading) --first;
  const size_t end = selected->line + selected->height;
  if (end > top + lines) top = end - lines;
  if (end - first->line <= lines) return std::min(top, first->line);
  return std::min(top, selected->line);
}

std::optional<size_t> line_of_selected(const TimelineModel& model, const TimelineState& state) {
  const std::vector<ShownRow> rows = shown_rows(model, state);
  const ShownRow* selected = shown_row(rows, model, state.row);
  if (selected == nullptr) return std::nullopt;
  return selected->line;
}

}  // namespace nsys_ai
