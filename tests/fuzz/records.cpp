// The record format of SQLite's file format, from the writer's side.
#include "tests/fuzz/records.h"

namespace nsys_ai::fuzz {
namespace {

size_t bytes_of_type(uint64_t type) {
  constexpr size_t kSizes[] = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0};
  return type < 12 ? kSizes[type] : static_cast<size_t>((type - 12) / 2);
}

// Writes cells from the end of the page towards its header.
bool put_cells(Pages& pages, const Page& page, const std::vector<std::string>& cells) {
  size_t at = page.begin + pages.page_size();
  for (size_t i = 0; i < cells.size(); ++i) {
    at -= cells[i].size();
    if (at < page.pointer(cells.size()) || at > page.begin + pages.page_size()) return false;
    for (size_t byte = 0; byte < cells[i].size(); ++byte)
      pages.put(at + byte, 1, static_cast<uint8_t>(cells[i][byte]));
    pages.put(page.pointer(i), 2, at - page.begin);
  }
  pages.put(page.header + kCellCount, 2, cells.size());
  pages.put(page.header + kContentStart, 2, at - page.begin);
  return true;
}

Page blank(Pages& pages, uint32_t number, PageKind kind) {
  const Page page = pages.page(number);
  pages.fill(page.header, page.begin + pages.page_size() - page.header, '\0');
  pages.put(page.header + kKind, 1, kind);
  return pages.page(number);
}

}  // namespace

std::string varint(uint64_t value, Width width) {
  std::string bytes;
  if (value >> 56 == 0) {
    do {
      bytes.insert(bytes.begin(), static_cast<char>((value & 0x7F) | (bytes.empty() ? 0u : 0x80u)));
      value >>= 7;
    } while (value != 0 || (width == Width::eight_bytes && bytes.size() < 8));
    return bytes;
  }
  bytes.assign(9, static_cast<char>(value & 0xFF));
  value >>= 8;
  for (size_t i = 8; i-- > 0; value >>= 7) bytes[i] = static_cast<char>((value & 0x7F) | 0x80);
  return bytes;
}

Column integer_column(int64_t value) {
  Column column{6, std::string(8, '\0')};
  auto left = static_cast<uint64_t>(value);
  for (size_t i = 8; i-- > 0; left >>= 8) column.bytes[i] = static_cast<char>(left & 0xFF);
  return column;
}

Column text_column(const std::string& text) { return {13 + 2 * uint64_t{text.size()}, text}; }

std::string record(const std::vector<Column>& columns, Width width) {
  std::string types;
  std::string body;
  for (const Column& column : columns) {
    types += varint(column.type, width);
    body += column.bytes;
  }
  size_t size = types.size() + 1;
  while (varint(size, width).size() + types.size() > size) ++size;
  return varint(size, width) + types + body;
}

std::string cell(uint64_t rowid, const std::string& record, Width width) {
  return varint(record.size(), width) + varint(rowid, width) + record;
}

std::vector<Column> columns_of(const Pages& pages, const Cell& cell) {
  std::vector<Column> columns;
  size_t body = cell.record + static_cast<size_t>(cell.header_size);
  for (size_t at = cell.types; at < cell.record + cell.header_size;) {
    const auto [type, width] = pages.varint(at);
    columns.push_back({type, pages.bytes().substr(body, bytes_of_type(type))});
    body += columns.back().bytes.size();
    at += width;
  }
  return columns;
}

bool put_leaf(Pages& pages, uint32_t page, const std::vector<std::string>& cells) {
  return put_cells(pages, blank(pages, page, kLeafTable), cells);
}

void put_interior(Pages& pages, uint32_t page, const std::vector<std::pair<uint32_t, uint64_t>>& children,
                  uint32_t rightmost) {
  std::vector<std::string> cells;
  for (const auto& [child, key] : children) {
    std::string cell(4, '\0');
    for (size_t i = 0; i < 4; ++i) cell[i] = static_cast<char>(child >> (24 - 8 * i) & 0xFF);
    cells.push_back(cell + varint(key));
  }
  const Page blanked = blank(pages, page, kInteriorTable);
  put_cells(pages, blanked, cells);
  pages.put(blanked.header + kRightChild, 4, rightmost);
}

}  // namespace nsys_ai::fuzz
