// Converts between positions and bytes, and edits.
#include "features/documents/editable_text.h"

#include <algorithm>
#include <iterator>

namespace nsys_ai {
namespace {

// Merges a smaller block with a neighbour, so that many deletions do not leave many blocks.
constexpr size_t kMinBlock = EditableText::kMaxBlock / 4;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// The width of the character that a byte begins; in UTF-8 of the byte.
size_t units_of(char c, PositionEncoding encoding) {
  if (encoding == PositionEncoding::utf8) return 1;
  if (continues_character(c)) return 0;
  return encoding == PositionEncoding::utf16 && static_cast<unsigned char>(c) >= 0xF0 ? 2 : 1;
}

size_t units_of(std::string_view text, PositionEncoding encoding) {
  if (encoding == PositionEncoding::utf8) return text.size();
  size_t units = 0;
  for (const char c : text) units += units_of(c, encoding);
  return units;
}

// The number of bytes of the characters that fit into so many units.
size_t bytes_within(std::string_view text, size_t units, PositionEncoding encoding) {
  size_t at = 0;
  for (; at < text.size(); ++at) {
    const size_t width = units_of(text[at], encoding);
    if (width > units) break;
    units -= width;
  }
  while (at > 0 && at < text.size() && continues_character(text[at])) --at;
  return at;
}

std::vector<uint32_t> find_line_starts(std::string_view text) {
  std::vector<uint32_t> starts;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n' && text[at] != '\r') continue;
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
    starts.push_back(static_cast<uint32_t>(at + 1));
  }
  return starts;
}

bool between_cr_and_lf(std::string_view before, std::string_view after) {
  return before.ends_with('\r') && after.starts_with('\n');
}

// The size of the next block, which ends neither inside a character nor between CR and LF.
size_t next_cut(std::string_view text) {
  if (text.size() <= EditableText::kMaxBlock) return text.size();
  size_t at = EditableText::kMaxBlock / 2;
  for (int i = 0; i < 3 && continues_character(text[at]); ++i) --at;
  if (between_cr_and_lf(text.substr(0, at), text.substr(at))) --at;
  return at;
}

}  // namespace

EditableText::EditableText(std::string_view text, PositionEncoding encoding)
    : encoding_(encoding), blocks_(cut(text)) {
  place_from(0);
}

std::vector<EditableText::Placed> EditableText::cut(std::string_view text) const {
  std::vector<Placed> blocks;
  do {
    const std::string_view piece = text.substr(0, next_cut(text));
    text.remove_prefix(piece.size());
    blocks.push_back({std::make_shared<const Block>(
        Block{std::string(piece), find_line_starts(piece), units_of(piece, encoding_)})});
  } while (!text.empty());
  return blocks;
}

void EditableText::place_from(size_t at) {
  for (; at < blocks_.size(); ++at) {
    if (at == 0) {
      blocks_[at].begin = blocks_[at].lines_before = 0;
      continue;
    }
    const Placed& before = blocks_[at - 1];
    blocks_[at].begin = before.begin + before.block->text.size();
    blocks_[at].lines_before = before.lines_before + before.block->line_starts.size();
  }
}

size_t EditableText::block_of(size_t offset) const {
  const auto after = std::ranges::upper_bound(blocks_, offset, {}, &Placed::begin);
  return static_cast<size_t>(after - blocks_.begin()) - 1;
}

size_t EditableText::block_of_line(size_t number) const {
  const auto after = std::ranges::lower_bound(blocks_, number, {}, &Placed::lines_before);
  return static_cast<size_t>(after - blocks_.begin()) - 1;
}

EditableText::Span EditableText::line(size_t number) const {
  Span span{0, size()};
  if (number > 0) {
    const Placed& in = blocks_[block_of_line(number)];
    span.begin = in.begin + in.block->line_starts[number - 1 - in.lines_before];
  }
  if (number + 1 < line_count()) {
    const Placed& in = blocks_[block_of_line(number + 1)];
    const size_t end = in.block->line_starts[number - in.lines_before];
    const std::string_view until = std::string_view(in.block->text).substr(0, end);
    span.end = in.begin + end - (until.ends_with("\r\n") ? 2 : 1);
  }
  return span;
}

size_t EditableText::offset(lsp::Position position) const {
  if (position.line >= line_count()) return size();
  const Span span = line(position.line);
  size_t at = span.begin;
  size_t left = position.character;
  for (size_t i = block_of(at); at < span.end; ++i) {
    const Placed& in = blocks_[i];
    const std::string_view text = in.block->text;
    const std::string_view piece = text.substr(at - in.begin, span.end - at);
    const size_t units = piece.size() == text.size() ? in.block->units : units_of(piece, encoding_);
    if (units > left) return at + bytes_within(piece, left, encoding_);
    left -= units;
    at += piece.size();
  }
  return at;
}

size_t EditableText::character_begin(size_t offset) const {
  const Placed& in = blocks_[block_of(offset)];
  size_t at = offset - in.begin;
  while (at > 0 && at < in.block->text.size() && continues_character(in.block->text[at])) --at;
  return in.begin + at;
}

lsp::Position EditableText::position(size_t offset) const {
  offset = std::min(offset, size());
  const Placed& of = blocks_[block_of(offset)];
  const auto& starts = of.block->line_starts;
  const auto after = std::ranges::upper_bound(starts, offset - of.begin);
  const size_t number = of.lines_before + static_cast<size_t>(after - starts.begin());
  const Span span = line(number);
  const size_t end = character_begin(std::min(offset, span.end));
  size_t character = 0;
  size_t at = span.begin;
  for (size_t i = block_of(at); at < end; ++i) {
    const Placed& in = blocks_[i];
    const std::string_view text = in.block->text;
    const std::string_view piece = text.substr(at - in.begin, end - at);
    character += piece.size() == text.size() ? in.block->units : units_of(piece, encoding_);
    at += piece.size();
  }
  return {static_cast<uint32_t>(number), static_cast<uint32_t>(character)};
}

std::string EditableText::text() const {
  std::string text;
  text.reserve(size());
  for (const Placed& of : blocks_) text += of.block->text;
  return text;
}

void EditableText::replace(size_t begin, size_t end, std::string_view with) {
  size_t first = block_of(begin);
  size_t last = block_of(end);
  const std::string_view head = blocks_[first].block->text;
  const std::string_view tail = blocks_[last].block->text;
  std::string text;
  text += head.substr(0, begin - blocks_[first].begin);
  text += with;
  text += tail.substr(end - blocks_[last].begin);
  if (text.size() < kMinBlock && last + 1 < blocks_.size()) text += blocks_[++last].block->text;
  // The block after `last` needs no check: an offset at a boundary is in the block that begins there.
  if (first > 0 && (text.size() < kMinBlock || between_cr_and_lf(blocks_[first - 1].block->text, text)))
    text.insert(0, blocks_[--first].block->text);
  std::vector<Placed> instead = cut(text);
  const auto at = blocks_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto rest = blocks_.erase(at, at + static_cast<std::ptrdiff_t>(last + 1 - first));
  blocks_.insert(rest, std::move_iterator(instead.begin()), std::move_iterator(instead.end()));
  place_from(first);
}

}  // namespace nsys_ai
