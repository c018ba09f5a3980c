// Cells of tables written byte by byte, in ways that SQLite itself would not choose.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/fuzz/pages.h"

namespace nsys_ai::fuzz {

// Eight bytes hold small values too, with zeros before them. SQLite misreads sizes of nine bytes.
enum class Width { shortest, eight_bytes };
std::string varint(uint64_t value, Width width = Width::shortest);

// A column of a record: its serial type and the bytes that it stands for.
struct Column {
  uint64_t type = 0;
  std::string bytes{};
};
Column integer_column(int64_t value);  // in eight bytes, whatever the value
Column text_column(const std::string& text);

std::string record(const std::vector<Column>& columns, Width width = Width::shortest);
std::string cell(uint64_t rowid, const std::string& record, Width width = Width::shortest);

// The columns of the record of a cell that has all of it on its page.
std::vector<Column> columns_of(const Pages& pages, const Cell& cell);

// Makes a leaf of a table of the page, whose old content is lost. False where the cells do not fit.
bool put_leaf(Pages& pages, uint32_t page, const std::vector<std::string>& cells);
// Makes an inner page of a table of the page; each child comes with the largest rowid below it.
void put_interior(Pages& pages, uint32_t page, const std::vector<std::pair<uint32_t, uint64_t>>& children,
                  uint32_t rightmost);

}  // namespace nsys_ai::fuzz
