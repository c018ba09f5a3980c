// A text in blocks that know their lines: an edit costs a block, however large the text is.
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

// For one thread while it is edited. Copies share their blocks, which are immutable: a copy costs no text.
// A line ends with LF, CR LF or CR. A character is a byte that begins one and those that continue it; a byte
// that continues none counts nothing, except in UTF-8.
class EditableText {
 public:
  static constexpr size_t kMaxBlock = size_t{16} << 10;  // bytes

  EditableText(std::string_view text, PositionEncoding encoding);

  size_t size() const { return blocks_.back().begin + blocks_.back().block->text.size(); }
  size_t line_count() const {
    return blocks_.back().lines_before + blocks_.back().block->line_starts.size() + 1;
  }
  // Where a line begins, and where it ends without its line break. The line has to be there.
  struct Span {
    size_t begin = 0, end = 0;
  };
  Span line(size_t number) const;
  // Byte offset into the text. A position beyond the end of a line or of the text is clamped to it, and one
  // inside a character to its start.
  size_t offset(lsp::Position position) const;
  lsp::Position position(size_t offset) const;
  std::string text() const;

  // Puts other bytes in place of those from `begin` to `end`, which are offsets in this order.
  void replace(size_t begin, size_t end, std::string_view with);

 private:
  // None is empty but that of an empty text, and none ends between CR and LF.
  struct Block {
    std::string text;
    std::vector<uint32_t> line_starts;  // after the line breaks that end in it; the last may be its end
    size_t units = 0;                   // of all its characters
  };
  struct Placed {
    std::shared_ptr<const Block> block;
    size_t begin = 0;         // its offset in the text
    size_t lines_before = 0;  // line breaks that end before it
  };

  // Cuts a text into blocks.
  std::vector<Placed> cut(std::string_view text) const;
  // Counts anew from a block on what stands before each.
  void place_from(size_t at);
  // The block that an offset is in; at a boundary, the one that begins there.
  size_t block_of(size_t offset) const;
  // The block in which the line break before a line ends. Not for the first line.
  size_t block_of_line(size_t number) const;
  // The beginning of the character that an offset is in.
  size_t character_begin(size_t offset) const;

  PositionEncoding encoding_;
  std::vector<Placed> blocks_;  // at least one
};

}  // namespace nsys_ai
