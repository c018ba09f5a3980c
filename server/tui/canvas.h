// A grid of cells on which a frame is drawn.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tui/frame.h"

namespace nsys_ai {

// For one thread. Whatever lies outside the grid is not drawn.
class FrameCanvas {
 public:
  FrameCanvas(FrameSize size, bool ascii);

  size_t columns() const { return size_.columns; }
  size_t lines() const { return size_.lines; }
  bool ascii() const { return ascii_; }

  // Draws the text, cut to `most` cells, and returns the cells used.
  size_t put(size_t line, size_t column, std::string_view text, FrameStyle style = {},
             size_t most = SIZE_MAX);
  // The same so that it ends before `end`; returns where it begins.
  size_t put_before(size_t line, size_t end, std::string_view text, FrameStyle style = {});
  // A glyph of one cell.
  void set(size_t line, size_t column, std::string_view glyph, FrameStyle style);
  // Changes how a cell looks, and leaves what stands there.
  void restyle(size_t line, size_t column, FrameStyle style);
  FrameStyle style_at(size_t line, size_t column) const;
  bool is_blank(size_t line, size_t column) const;
  void clear(size_t line, size_t begin, size_t end);
  // Draws a line of another canvas.
  void copy_line(size_t line, const FrameCanvas& other, size_t from);
  void add_hit(FrameHit hit) { hits_.push_back(std::move(hit)); }

  // The lines with their spans and hits.
  Frame frame() &&;

 private:
  struct GridCell {
    std::string glyph = " ";  // empty behind a glyph of two cells
    FrameStyle style;
  };
  GridCell* at(size_t line, size_t column);
  // A glyph of two cells that loses one leaves a blank.
  void part_glyph(size_t line, size_t column);

  FrameSize size_;
  bool ascii_;
  std::vector<GridCell> cells_;
  std::vector<FrameHit> hits_;
};

}  // namespace nsys_ai
