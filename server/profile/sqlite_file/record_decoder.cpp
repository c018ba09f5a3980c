// Hashes and compares each header, and parses only new ones.
#include "profile/sqlite_file/record_decoder.h"

#include <algorithm>

#include "profile/dictionary.h"
#include "profile/schema.h"
#include "profile/sqlite_file/varint.h"

namespace nsys_ai {
namespace {

constexpr uint64_t kReal = 7;
constexpr uint64_t kOne = 9;
constexpr uint64_t kFirstText = 12;

// Content sizes of the serial types below 12; 10 and 11 are reserved and never written.
constexpr std::array<uint8_t, 12> kSizes = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};

uint64_t size_of(uint64_t type) { return type < kFirstText ? kSizes[type] : (type - kFirstText) / 2; }

StoredCell cell_of(uint64_t type, uint64_t offset) {
  StoredCell cell;
  cell.offset = static_cast<uint32_t>(offset);
  if (type == 0) {
    cell.kind = StoredCell::Kind::null;
  } else if (type < kReal) {
    cell.kind = StoredCell::Kind::integer;
    cell.shift = static_cast<uint8_t>(64 - 8 * kSizes[type]);
  } else if (type == kReal) {
    cell.kind = StoredCell::Kind::real;
  } else if (type < kFirstText) {
    cell.kind = StoredCell::Kind::constant;
    cell.offset = type == kOne ? 1 : 0;
  } else {
    cell.kind = type % 2 == 1 ? StoredCell::Kind::text : StoredCell::Kind::blob;
    cell.size = static_cast<uint32_t>(size_of(type));
  }
  return cell;
}

}  // namespace

RecordDecoder::RecordDecoder(const FileTable& table, std::span<const std::string_view> wanted)
    : layouts_(kLayouts) {
  for (size_t slot = 0; slot < wanted.size(); ++slot) {
    const int column = column_of(table, wanted[slot]);
    if (column < 0) continue;
    const auto at = static_cast<size_t>(column);
    if (slot_of_column_.size() <= at) slot_of_column_.resize(at + 1, -1);
    slot_of_column_[at] = static_cast<int8_t>(slot);
    no_cells_[slot].kind = StoredCell::Kind::null;
    if (column == table.row_id_column) alias_slot_ = static_cast<int>(slot);
  }
}

bool RecordDecoder::work_out(Layout& layout, const unsigned char* record, size_t whole,
                             size_t header_size) const {
  // A record may have fewer columns than its table: columns added later read as NULL.
  layout.cells = no_cells_;
  layout.content_end = header_size;
  const unsigned char* const header_end = record + header_size;
  uint64_t ignored = 0;
  const unsigned char* at = read_varint(record, ignored);
  uint64_t offset = header_size;
  for (size_t column = 0; column < slot_of_column_.size() && at < header_end; ++column) {
    uint64_t type = 0;
    at = read_varint(at, type);
    if (at > header_end || type == 10 || type == 11) return false;
    const uint64_t bytes = size_of(type);
    if (bytes > whole - offset) return false;
    if (const int8_t slot = slot_of_column_[column]; slot >= 0) {
      layout.cells[static_cast<size_t>(slot)] = cell_of(type, offset);
      layout.content_end = offset + bytes;
    }
    offset += bytes;
  }
  // The record of an aliased row id contains NULL; like SQLite, this ignores any other value in a damaged
  // one.
  if (alias_slot_ >= 0) layout.cells[static_cast<size_t>(alias_slot_)].kind = StoredCell::Kind::row_id;
  return true;
}

// All bytes of a header are hashed, since those of neighbouring rows differ in one or two.
template <size_t Words>
[[gnu::always_inline]] inline const RecordDecoder::Layout* RecordDecoder::layout_of_words(
    const unsigned char* record, size_t whole, size_t header_size) {
  std::array<uint64_t, Words> header;
  for (size_t i = 0; i < Words; ++i) header[i] = load_big_endian(record + 8 * i);
  header[Words - 1] &= ~uint64_t{0} << (8 * (8 * Words - header_size));
  Layout& layout = layouts_[mixed(header) % kLayouts];
  uint64_t different = layout.header_size ^ header_size;
  for (size_t i = 0; i < Words; ++i) different |= header[i] ^ layout.header[i];
  if (different == 0) return &layout;
  layout.header_size = 0;
  if (!work_out(layout, record, whole, header_size)) return nullptr;
  layout.header_size = header_size;
  std::copy(header.begin(), header.end(), layout.header.begin());
  return &layout;
}

const RecordDecoder::Layout* RecordDecoder::layout_of(const unsigned char* record, size_t whole,
                                                      size_t header_size) {
  static_assert(kLongestHeader / 8 == 6);
  switch ((header_size - 1) / 8) {
    case 0:
      return layout_of_words<1>(record, whole, header_size);
    case 1:
      return layout_of_words<2>(record, whole, header_size);
    case 2:
      return layout_of_words<3>(record, whole, header_size);
    case 3:
      return layout_of_words<4>(record, whole, header_size);
    case 4:
      return layout_of_words<5>(record, whole, header_size);
    default:
      return layout_of_words<6>(record, whole, header_size);
  }
}

RecordDecoder::Outcome RecordDecoder::decode(const unsigned char* record, size_t size, size_t whole,
                                             int64_t row_id) {
  if (size == 0) return Outcome::malformed;
  uint64_t header_size = 0;
  const unsigned char* const types = read_varint(record, header_size);
  if (header_size > whole || header_size < static_cast<uint64_t>(types - record)) return Outcome::malformed;
  if (header_size > size) return Outcome::needs_more;
  const Layout* const layout = header_size <= kLongestHeader ? layout_of(record, whole, header_size)
                               : work_out(once_, record, whole, header_size) ? &once_
                                                                             : nullptr;
  if (layout == nullptr) return Outcome::malformed;
  if (layout->content_end > whole) return Outcome::malformed;
  if (layout->content_end > size) return Outcome::needs_more;
  row_.set(row_id, layout->cells, record);
  return Outcome::row;
}

}  // namespace nsys_ai
