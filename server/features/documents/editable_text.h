// A text stored in blocks with line indexes: an edit costs one block, however large the text is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "features/documents/position_encoding.h"
#include "protocol/lsp.h"

namespace nsys_ai {

// One thread at a time may edit a text. Copies share their immutable blocks and cost no text. A line ends
// with LF, CR LF or CR. A character is a lead byte with its continuation bytes; a stray continuation byte has
// no width, except in UTF-8.
class EditableText {
 public:
  static constexpr size_t kMaxBlock = size_t{16} << 10;  // bytes

  EditableText(std::string_view text, PositionEncoding encoding);

  size_t size() const { return blocks_.back().begin + blocks_.back().block->text.size(); }
  size_t line_count() const {
    return blocks_.back().lines_before + blocks_.back().block->line_starts.size() + 1;
  }
  // The beginning of a line, and its end without the line break. The line must exist.
  struct Span {
    size_t begin = 0, end = 0;
  };
  Span line(size_t number) const;
  // Byte offset into the text. Clamps a position beyond the end of its line or of the text to that end, and a
  // position inside a character to the character's start.
  size_t offset(lsp::Position position) const;
  lsp::Position position(size_t offset) const;
  std::string text() const;

  // Replaces the bytes from `begin` to `end`, with `begin <= end`.
  void replace(size_t begin, size_t end, std::string_view with);

 private:
  // Only an empty text has an empty block, and no block ends between CR and LF.
  struct Block {
    std::string text;
    std::vector<uint32_t> line_starts;  // after each line break that ends in it
    size_t units = 0;                   // the total width of its characters
  };
  struct Placed {
    std::shared_ptr<const Block> block;
    size_t begin = 0;         // its offset in the text
    size_t lines_before = 0;  // number of line breaks that end before it
  };

  // Splits a text into blocks.
  std::vector<Placed> cut(std::string_view text) const;
  // Recomputes the offset and line count of each block from `at` on.
  void place_from(size_t at);
  // The block that contains an offset; at a boundary, the block that begins there.
  size_t block_of(size_t offset) const;
  // The block in which the line break before a line ends. Not defined for the first line.
  size_t block_of_line(size_t number) const;
  // The beginning of the character that contains an offset.
  size_t character_begin(size_t offset) const;

  PositionEncoding encoding_;
  std::vector<Placed> blocks_;  // at least one
};

}  // namespace nsys_ai
