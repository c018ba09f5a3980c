// The layout of SQLite's file format: https://www.sqlite.org/fileformat2.html
#include "tests/fuzz/pages.h"

#include <algorithm>
#include <set>

namespace nsys_ai::fuzz {
namespace {

constexpr size_t kLongestVarint = 9;

// How many bytes of a payload stay on a leaf of a table.
uint64_t local_bytes(uint64_t payload, size_t usable) {
  if (payload <= usable - 35) return payload;
  const uint64_t least = (usable - 12) * 32 / 255 - 23;
  const uint64_t wanted = least + (payload - least) % (usable - 4);
  return wanted <= usable - 35 ? wanted : least;
}

}  // namespace

size_t Pages::page_size() const {
  const auto raw = static_cast<size_t>(number(kPageSize, 2));
  if (raw == 1) return 65536;
  return raw >= 512 && raw <= 32768 && (raw & (raw - 1)) == 0 ? raw : 4096;
}

uint32_t Pages::count() const { return static_cast<uint32_t>(bytes_.size() / page_size()); }

uint64_t Pages::number(size_t at, size_t width) const {
  if (at > bytes_.size() || bytes_.size() - at < width) return 0;
  uint64_t value = 0;
  for (size_t i = 0; i < width; ++i) value = value << 8 | static_cast<uint8_t>(bytes_[at + i]);
  return value;
}

void Pages::put(size_t at, size_t width, uint64_t value) {
  if (at > bytes_.size() || bytes_.size() - at < width) return;
  for (size_t i = width; i-- > 0; value >>= 8) bytes_[at + i] = static_cast<char>(value & 0xFF);
}

void Pages::fill(size_t at, size_t size, char byte) {
  if (at >= bytes_.size()) return;
  size = std::min(size, bytes_.size() - at);
  std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(at), size, byte);
}

void Pages::copy(size_t from, size_t to, size_t size) {
  if (from >= bytes_.size() || to >= bytes_.size()) return;
  size = std::min({size, bytes_.size() - from, bytes_.size() - to});
  const std::string part = bytes_.substr(from, size);
  std::copy(part.begin(), part.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(to));
}

uint32_t Pages::add_page() {
  const uint32_t added = count() + 1;
  bytes_.resize(added * page_size());
  put(kPageCount, 4, added);
  return added;
}

std::pair<uint64_t, size_t> Pages::varint(size_t at) const {
  uint64_t value = 0;
  for (size_t i = 0; i < kLongestVarint; ++i) {
    const uint64_t byte = number(at + i, 1);
    if (i == kLongestVarint - 1) return {value << 8 | byte, kLongestVarint};
    value = value << 7 | (byte & 0x7F);
    if ((byte & 0x80) == 0) return {value, i + 1};
  }
  return {value, kLongestVarint};
}

void Pages::put_varint(size_t at, uint64_t value) {
  if (value >> 56 != 0) {
    put(at + 8, 1, value);
    value >>= 8;
    for (size_t i = 8; i-- > 0; value >>= 7) put(at + i, 1, (value & 0x7F) | 0x80);
    return;
  }
  size_t width = 1;
  while (value >> (7 * width) != 0) ++width;
  for (size_t i = width; i-- > 0; value >>= 7) put(at + i, 1, (value & 0x7F) | (i + 1 == width ? 0u : 0x80u));
}

Page Pages::page(uint32_t wanted) const {
  Page page;
  page.number = wanted;
  page.begin = begin(wanted);
  page.header = page.begin + (wanted == 1 ? kHeaderEnd : 0);
  page.kind = static_cast<uint8_t>(number(page.header + kKind, 1));
  page.cells = static_cast<size_t>(number(page.header + kCellCount, 2));
  return page;
}

uint32_t Pages::child(const Page& page, size_t cell) const {
  const size_t at = cell < page.cells ? page.begin + static_cast<size_t>(number(page.pointer(cell), 2))
                                      : page.header + kRightChild;
  return static_cast<uint32_t>(number(at, 4));
}

Cell Pages::cell(const Page& page, size_t at) const {
  Cell cell;
  cell.begin = page.begin + static_cast<size_t>(number(page.pointer(at), 2));
  const auto [payload, payload_width] = varint(cell.begin);
  cell.payload = payload;
  cell.rowid_at = cell.begin + payload_width;
  cell.record = cell.rowid_at + varint(cell.rowid_at).second;
  const auto [header, header_width] = varint(cell.record);
  cell.header_size = header;
  cell.types = cell.record + header_width;
  const size_t usable = std::max<size_t>(page_size() - static_cast<size_t>(number(kReserved, 1)), 480);
  const uint64_t local = local_bytes(payload, usable);
  if (local < payload) cell.overflow_at = cell.record + static_cast<size_t>(local);
  return cell;
}

std::vector<uint32_t> Pages::tree(uint32_t root) const {
  std::vector<uint32_t> found;
  std::vector<uint32_t> left{root};
  std::set<uint32_t> seen;
  while (!left.empty()) {
    const uint32_t next = left.back();
    left.pop_back();
    if (next == 0 || next > count() || !seen.insert(next).second) continue;
    found.push_back(next);
    const Page here = page(next);
    if (!here.is_interior()) continue;
    const size_t cells = std::min(here.cells, page_size() / 2);
    for (size_t i = cells + 1; i-- > 0;) left.push_back(child(here, i));
  }
  return found;
}

}  // namespace nsys_ai::fuzz
