// Cells and records that lie about their sizes and types, and overflow chains that do not end where they
// should.
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/spots.h"

namespace nsys_ai::fuzz {
namespace {

constexpr uint64_t kHuge[] = {0,          1,          127,        128,        511,
                              512,        65535,      0x7FFFFFFF, UINT32_MAX, 1ull << 33,
                              1ull << 56, 1ull << 62, 1ull << 63, UINT64_MAX, (1ull << 32) + 20};

template <class Change>
void damage(const Take& take, const Spot& spot, const std::string& what, Change change) {
  Pages pages(plain().bytes);
  const Page page = pages.page(spot.page);
  change(pages, pages.cell(page, 0), page);
  take({spot.name + "_" + what, pages.take()});
}

// The place of the varint of one column's type in a record.
size_t type_at(const Pages& pages, const Cell& cell, size_t column) {
  size_t at = cell.types;
  for (size_t i = 0; i < column; ++i) at += pages.varint(at).second;
  return at;
}

void damage_sizes(const Take& take, const Spot& spot) {
  for (const uint64_t value : kHuge) {
    const std::string number = std::to_string(value);
    damage(take, spot, "payload_is_" + number,
           [&](Pages& pages, const Cell& cell, const Page&) { pages.put_varint(cell.begin, value); });
    damage(take, spot, "rowid_is_" + number,
           [&](Pages& pages, const Cell& cell, const Page&) { pages.put_varint(cell.rowid_at, value); });
    damage(take, spot, "record_header_is_" + number,
           [&](Pages& pages, const Cell& cell, const Page&) { pages.put_varint(cell.record, value); });
  }
  for (const int more : {-1, 1, 2, 40}) {
    const std::string by = "_by_" + std::to_string(more);
    damage(take, spot, "payload_wrong" + by, [&](Pages& pages, const Cell& cell, const Page&) {
      pages.put(cell.begin, 1, pages.number(cell.begin, 1) + static_cast<uint64_t>(more));
    });
    damage(take, spot, "record_header_wrong" + by, [&](Pages& pages, const Cell& cell, const Page&) {
      pages.put(cell.record, 1, pages.number(cell.record, 1) + static_cast<uint64_t>(more));
    });
  }
  damage(take, spot, "varints_never_end", [&](Pages& pages, const Cell& cell, const Page& page) {
    pages.fill(cell.begin, page.begin + pages.page_size() - cell.begin, '\xFF');
  });
  damage(take, spot, "varints_are_padded",
         [&](Pages& pages, const Cell& cell, const Page&) { pages.fill(cell.types, 6, '\x80'); });
}

void damage_types(const Take& take, const Spot& spot) {
  for (const unsigned type : {0u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 11u, 12u, 13u, 90u, 127u})
    for (const unsigned column : {0u, 1u, 2u, 5u}) {
      const std::string name = "column_" + std::to_string(column) + "_type_" + std::to_string(type);
      damage(take, spot, name, [&](Pages& pages, const Cell& cell, const Page&) {
        pages.put(type_at(pages, cell, column), 1, type);
      });
    }
  // A text or a blob of 4 GB and more.
  for (const uint64_t type : {(uint64_t{1} << 33) + 13, (uint64_t{1} << 33) + 12, (uint64_t{1} << 62) + 13,
                              uint64_t{UINT64_MAX}, uint64_t{1} << 63})
    damage(take, spot, "type_is_" + std::to_string(type), [&](Pages& pages, const Cell& cell, const Page&) {
      pages.put_varint(type_at(pages, cell, 1), type);
    });
  for (const unsigned type : {0u, 10u, 11u, 13u, 255u})
    damage(take, spot, "all_types_are_" + std::to_string(type),
           [&](Pages& pages, const Cell& cell, const Page&) {
             const size_t size = static_cast<size_t>(std::min<uint64_t>(cell.header_size, 100));
             pages.fill(cell.types, size - 1, static_cast<char>(type));
           });
}

void damage_rowids(const Take& take, const Spot& spot) {
  const auto every = [&](const char* what, uint64_t number) {
    damage(take, spot, what, [&](Pages& pages, const Cell&, const Page& page) {
      for (size_t i = 0; i < page.cells; ++i) pages.put(pages.cell(page, i).rowid_at, 1, number & 0x7F);
    });
  };
  every("rowids_are_all_0", 0);
  every("rowids_are_all_5", 5);
  damage(take, spot, "rowids_fall", [&](Pages& pages, const Cell&, const Page& page) {
    for (size_t i = 0; i < page.cells; ++i) pages.put(pages.cell(page, i).rowid_at, 1, 100 - i);
  });
}

// A text in StringIds that goes on on other pages, and the pages it goes on.
struct LongText {
  Cell cell;
  std::vector<uint32_t> chain;
};

std::vector<LongText> long_texts(const Pages& pages, uint32_t root) {
  std::vector<LongText> found;
  for (const uint32_t number : pages.tree(root)) {
    const Page page = pages.page(number);
    if (page.is_interior()) continue;
    for (size_t i = 0; i < page.cells; ++i) {
      LongText text{pages.cell(page, i), {}};
      if (text.cell.overflow_at == 0) continue;
      for (size_t at = text.cell.overflow_at; pages.number(at, 4) != 0; at = pages.begin(text.chain.back()))
        text.chain.push_back(static_cast<uint32_t>(pages.number(at, 4)));
      found.push_back(text);
    }
  }
  return found;
}

}  // namespace

void make_cells(const Take& take) {
  for (const Spot& spot : spots(plain())) {
    if (Pages(plain().bytes).page(spot.page).is_interior()) continue;
    damage_sizes(take, spot);
    damage_types(take, spot);
    damage_rowids(take, spot);
  }
}

void make_overflows(const Take& take) {
  for (const char* table : {"StringIds", "schema"}) {
    const Pages seed(plain().bytes);
    const uint32_t root = table == std::string("schema") ? 1 : plain().roots.at(table);
    const LongText text = long_texts(seed, root).front();
    const auto change = [&](const std::string& what, auto&& how) {
      Pages pages(plain().bytes);
      how(pages);
      take({std::string(table) + "_" + what, pages.take()});
    };
    const uint32_t first = text.chain.front();
    for (const uint64_t target :
         {uint64_t{0}, uint64_t{1}, uint64_t{root}, uint64_t{seed.count()} + 1, uint64_t{UINT32_MAX}}) {
      const std::string to = std::to_string(target);
      change("first_page_is_" + to, [&](Pages& pages) { pages.put(text.cell.overflow_at, 4, target); });
      change("second_page_is_" + to, [&](Pages& pages) { pages.put(seed.begin(first), 4, target); });
      change("page_after_the_last_is_" + to,
             [&](Pages& pages) { pages.put(seed.begin(text.chain.back()), 4, target); });
    }
    const auto endless = [&](Pages& pages) { pages.put(seed.begin(text.chain.back()), 4, first); };
    change("chain_is_a_loop", endless);
    change("page_follows_itself", [&](Pages& pages) { pages.put(seed.begin(first), 4, first); });
    for (const uint64_t size : kHuge) {
      const std::string payload = "payload_is_" + std::to_string(size);
      change(payload, [&](Pages& pages) { pages.put_varint(text.cell.begin, size); });
      change("chain_is_a_loop_and_" + payload, [&](Pages& pages) {
        endless(pages);
        pages.put_varint(text.cell.begin, size);
      });
    }
    change("chain_ends_early", [&](Pages& pages) { pages.put(seed.begin(first), 4, 0); });
    change("chain_pages_are_zeroed", [&](Pages& pages) {
      for (const uint32_t page : text.chain) pages.fill(pages.begin(page), pages.page_size(), '\0');
    });
    change("chain_goes_through_leaves", [&](Pages& pages) {
      pages.put(text.cell.overflow_at, 4, seed.tree(plain().roots.at("NVTX_EVENTS")).back());
    });
  }
}

}  // namespace nsys_ai::fuzz
