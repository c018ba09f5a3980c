// Cells become lines, and neighbours that look alike one span.
#include "tui/canvas.h"

#include <algorithm>
#include <utility>

#include "tui/cell_width.h"

namespace nsys_ai {

FrameCanvas::FrameCanvas(FrameSize size, bool ascii)
    : size_(size), ascii_(ascii), cells_(size.columns * size.lines) {}

FrameCanvas::GridCell* FrameCanvas::at(size_t line, size_t column) {
  if (line >= size_.lines || column >= size_.columns) return nullptr;
  return &cells_[line * size_.columns + column];
}

void FrameCanvas::part_glyph(size_t line, size_t column) {
  GridCell* cell = at(line, column);
  if (cell == nullptr) return;
  if (cell->glyph.empty())
    if (GridCell* before = at(line, column - 1)) before->glyph = " ";
  if (GridCell* behind = at(line, column + 1); behind != nullptr && behind->glyph.empty())
    behind->glyph = " ";
  if (cell->glyph.empty()) cell->glyph = " ";
}

size_t FrameCanvas::put(size_t line, size_t column, std::string_view text, FrameStyle style, size_t most) {
  if (line >= size_.lines || column >= size_.columns) return 0;
  const size_t room = std::min(most, size_.columns - column);
  size_t used = 0;
  for (FrameGlyph& glyph : glyphs_of(cut_to_cells(text, room, ascii_))) {
    for (size_t i = 0; i < glyph.width; ++i) part_glyph(line, column + used + i);
    *at(line, column + used) = {std::move(glyph.text), style};
    if (glyph.width == 2) *at(line, column + used + 1) = {"", style};
    used += glyph.width;
  }
  return used;
}

size_t FrameCanvas::put_before(size_t line, size_t end, std::string_view text, FrameStyle style) {
  const size_t width = std::min(cells_of(text), end);
  put(line, end - width, text, style, width);
  return end - width;
}

void FrameCanvas::set(size_t line, size_t column, std::string_view glyph, FrameStyle style) {
  part_glyph(line, column);
  if (GridCell* cell = at(line, column)) *cell = {std::string(glyph), style};
}

void FrameCanvas::restyle(size_t line, size_t column, FrameStyle style) {
  if (GridCell* cell = at(line, column)) cell->style = style;
}

FrameStyle FrameCanvas::style_at(size_t line, size_t column) const {
  if (line >= size_.lines || column >= size_.columns) return {};
  return cells_[line * size_.columns + column].style;
}

bool FrameCanvas::is_blank(size_t line, size_t column) const {
  return line < size_.lines && column < size_.columns && cells_[line * size_.columns + column].glyph == " ";
}

void FrameCanvas::clear(size_t line, size_t begin, size_t end) {
  for (size_t column = begin; column < std::min(end, size_.columns); ++column) set(line, column, " ", {});
}

void FrameCanvas::copy_line(size_t line, const FrameCanvas& other, size_t from) {
  for (size_t column = 0; column < std::min(size_.columns, other.size_.columns); ++column)
    if (GridCell* cell = at(line, column)) *cell = other.cells_[from * other.size_.columns + column];
}

Frame FrameCanvas::frame() && {
  Frame frame;
  for (size_t line = 0; line < size_.lines; ++line) {
    std::string text;
    for (size_t column = 0; column < size_.columns; ++column) {
      const GridCell& cell = *at(line, column);
      const size_t begin = text.size();
      text += cell.glyph;
      if (cell.style == FrameStyle{} || cell.glyph.empty()) continue;
      FrameSpan* last = frame.spans.empty() ? nullptr : &frame.spans.back();
      if (last != nullptr && last->line == line && last->end == begin && last->style == cell.style)
        last->end = text.size();
      else
        frame.spans.push_back({line, begin, text.size(), cell.style});
    }
    frame.lines.push_back(std::move(text));
  }
  frame.hits = std::move(hits_);
  return frame;
}

}  // namespace nsys_ai
