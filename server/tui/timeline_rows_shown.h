// Which lines the rows of a timeline take, above each other.
#pragma once

#include <cstddef>
#include <string>
#include <optional>
#include <vector>

#include "tui/timeline_model.h"
#include "tui/timeline_state.h"

namespace nsys_ai {

struct ShownRow {
  size_t at = 0;    // in the rows of the model
  size_t line = 0;  // counted from the first row
  size_t height = 1;
  size_t indent = 0;
  bool heading = false;  // has no content of its own
};

std::vector<ShownRow> shown_rows(const TimelineModel& model, const TimelineState& state);
// Null where that row is not shown.
const ShownRow* shown_row(const std::vector<ShownRow>& rows, const TimelineModel& model,
                          const std::string& id);
// The id of the row a number of rows with content below the selected one; at the end the last one.
std::string row_beside(const TimelineModel& model, const TimelineState& state, long further);
// The first line to show so that the selected row, and its heading where there is room, is among `lines`.
size_t scrolled_to_row(const TimelineModel& model, const TimelineState& state, size_t lines);

// A row of ranges, which has a line for each depth.
bool is_range_row(const std::string& id);

// The line of the selected row among all lines of rows; empty if it is not shown.
std::optional<size_t> line_of_selected(const TimelineModel& model, const TimelineState& state);

}  // namespace nsys_ai
