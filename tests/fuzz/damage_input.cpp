// One function a kind of damage, picked by chance.
#include "tests/fuzz/damage_input.h"

#include <algorithm>
#include <array>

#include "tests/fuzz/pages.h"

namespace nsys_ai::fuzz {
namespace {

using Random = std::mt19937;

size_t below(Random& random, size_t limit) { return limit == 0 ? 0 : random() % limit; }

uint64_t any_number(Random& random, const Pages& pages) {
  const uint64_t numbers[] = {0,
                              1,
                              2,
                              127,
                              128,
                              255,
                              pages.page_size() - 1,
                              pages.page_size(),
                              0x7FFF,
                              0xFFFF,
                              0x7FFFFFFF,
                              UINT32_MAX,
                              uint64_t{1} << 33,
                              uint64_t{1} << 63,
                              UINT64_MAX,
                              pages.count(),
                              pages.count() + uint64_t{1},
                              1 + below(random, pages.count()),
                              below(random, pages.page_size()),
                              random() % 64};
  return numbers[below(random, std::size(numbers))];
}

Page any_page(Random& random, const Pages& pages) {
  return pages.page(1 + static_cast<uint32_t>(below(random, pages.count())));
}

Page any_leaf(Random& random, const Pages& pages) {
  Page page = any_page(random, pages);
  for (int tries = 0; tries < 8 && (page.kind != kLeafTable || page.cells == 0); ++tries)
    page = any_page(random, pages);
  return page;
}

size_t any_cell(Random& random, const Page& page) {
  return below(random, std::clamp<size_t>(page.cells, 1, 64));
}

void file_header(Random& random, Pages& pages) {
  constexpr std::array<size_t, 10> kFields = {kReserved,          kChangeCounter,  kPageCount,   kFreelist,
                                              kFreePages,         kSchemaFormat,   kLargestRoot, kEncoding,
                                              kIncrementalVacuum, kVersionValidFor};
  const size_t field = kFields[below(random, kFields.size())];
  pages.put(field, field == kReserved ? 1 : 4, any_number(random, pages));
}

void page_header(Random& random, Pages& pages) {
  const Page page = any_page(random, pages);
  constexpr std::array<uint8_t, 6> kKinds = {0, kInteriorIndex, kInteriorTable, kLeafIndex, kLeafTable, 255};
  switch (below(random, 5)) {
    case 0:
      return pages.put(page.header + kKind, 1, kKinds[below(random, kKinds.size())]);
    case 1:
      return pages.put(page.header + kCellCount, 2, any_number(random, pages));
    case 2:
      return pages.put(page.header + kCellCount, 2, page.cells + random() % 3 - 1);
    case 3:
      return pages.put(page.header + kContentStart, 2, any_number(random, pages));
    default:
      return pages.put(page.header + kFreeBlock, 2, any_number(random, pages));
  }
}

void child(Random& random, Pages& pages) {
  Page page = any_page(random, pages);
  for (int tries = 0; tries < 8 && !page.is_interior(); ++tries) page = any_page(random, pages);
  const size_t cell = any_cell(random, page);
  const size_t at = random() % 2 == 0 ? page.header + kRightChild
                                      : page.begin + static_cast<size_t>(pages.number(page.pointer(cell), 2));
  pages.put(at, 4, any_number(random, pages));
}

void pointer(Random& random, Pages& pages) {
  const Page page = any_page(random, pages);
  const size_t at = page.pointer(any_cell(random, page));
  const bool shifted = random() % 2 == 0;
  pages.put(at, 2, shifted ? pages.number(at, 2) + random() % 9 - 4 : any_number(random, pages));
}

void size_of_cell(Random& random, Pages& pages) {
  const Page page = any_leaf(random, pages);
  const Cell cell = pages.cell(page, any_cell(random, page));
  const std::array<size_t, 4> places = {cell.begin, cell.rowid_at, cell.record, cell.types};
  const size_t at = places[below(random, places.size())];
  if (random() % 2 == 0)
    pages.put(at, 1, pages.number(at, 1) + random() % 5 - 2);
  else
    pages.put_varint(at, any_number(random, pages));
}

void type_of_column(Random& random, Pages& pages) {
  const Page page = any_leaf(random, pages);
  const Cell cell = pages.cell(page, any_cell(random, page));
  const size_t at = cell.types + below(random, std::clamp<size_t>(cell.header_size, 2, 60) - 1);
  if (random() % 4 == 0)
    pages.put_varint(at, any_number(random, pages));
  else
    pages.put(at, 1, random() % 20);
}

void value_of_column(Random& random, Pages& pages) {
  const Page page = any_leaf(random, pages);
  const Cell cell = pages.cell(page, any_cell(random, page));
  const size_t at =
      cell.record + static_cast<size_t>(std::min<uint64_t>(cell.header_size, 200)) + below(random, 120);
  pages.put(at, std::array<size_t, 4>{1, 2, 4, 8}[below(random, 4)], any_number(random, pages));
}

void overflow(Random& random, Pages& pages) {
  for (int tries = 0; tries < 16; ++tries) {
    const Page page = any_leaf(random, pages);
    const Cell cell = pages.cell(page, any_cell(random, page));
    if (cell.overflow_at == 0) continue;
    const auto next = static_cast<uint32_t>(pages.number(cell.overflow_at, 4));
    const size_t at = random() % 2 == 0 || next == 0 ? cell.overflow_at : pages.begin(next);
    return pages.put(at, 4, any_number(random, pages));
  }
}

void whole_page(Random& random, Pages& pages) {
  const size_t size = pages.page_size();
  const size_t to = pages.begin(2 + static_cast<uint32_t>(below(random, pages.count())));
  if (random() % 4 == 0)
    pages.fill(to, size, random() % 2 == 0 ? '\0' : '\xFF');
  else
    pages.copy(pages.begin(1 + static_cast<uint32_t>(below(random, pages.count()))), to, size);
}

void length(Random& random, Pages& pages) {
  pages.resize(random() % 2 == 0 ? below(random, pages.bytes().size() + 1)
                                 : pages.page_size() * (1 + below(random, pages.count())));
  if (random() % 4 != 0) pages.put(kPageCount, 4, pages.count());
}

void text(Random& random, Pages& pages) {
  const size_t at = kHeaderEnd + below(random, pages.bytes().size());
  for (size_t i = 0; i < 1 + random() % 4; ++i) pages.put(at + i, 1, random());
}

}  // namespace

std::string damaged(std::string bytes, std::mt19937& random) {
  constexpr std::array kDamages = {child,          file_header,     length,       overflow, page_header,
                                   pointer,        pointer,         size_of_cell, text,     type_of_column,
                                   type_of_column, value_of_column, whole_page};
  Pages pages(std::move(bytes));
  for (size_t changes = 1 + random() % 4; changes > 0; --changes)
    if (pages.count() > 0) kDamages[below(random, kDamages.size())](random, pages);
  return pages.take();
}

}  // namespace nsys_ai::fuzz
