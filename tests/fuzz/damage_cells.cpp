// Cells and records that lie about their sizes and types, and overflow chains that do not end where they
// should.
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/records.h"
#include "tests/fuzz/spots.h"

namespace nsys_ai::fuzz {
namespace {

constexpr uint64_t kHuge[] = {0,          1,          127,        128,        511,
                              512,        65535,      0x7FFFFFFF, UINT32_MAX, 1ull << 33,
                              1ull << 56, 1ull << 62, 1ull << 63, UINT64_MAX, (1ull << 32) + 20};

// Leaves whose first cell is damaged, which lies at the end of the page.
struct Leaves {
  std::string name;
  const Seed* seed;
  std::vector<uint32_t> pages;
};

template <class Change>
void damage(const Take& take, const Leaves& leaves, const std::string& what, Change change) {
  Pages pages(leaves.seed->bytes);
  for (const uint32_t leaf : leaves.pages) {
    const Page page = pages.page(leaf);
    change(pages, pages.cell(page, 0), page);
  }
  take({leaves.name + "_" + what, pages.take()});
}

// The place of the varint of one column's type in a record.
size_t type_at(const Pages& pages, const Cell& cell, size_t column) {
  size_t at = cell.types;
  for (size_t i = 0; i < column; ++i) at += pages.varint(at).second;
  return at;
}

void damage_sizes(const Take& take, const Leaves& leaves) {
  for (const uint64_t value : kHuge) {
    const std::string number = std::to_string(value);
    damage(take, leaves, "payload_is_" + number,
           [&](Pages& pages, const Cell& cell, const Page&) { pages.put_varint(cell.begin, value); });
    damage(take, leaves, "rowid_is_" + number,
           [&](Pages& pages, const Cell& cell, const Page&) { pages.put_varint(cell.rowid_at, value); });
    damage(take, leaves, "record_header_is_" + number,
           [&](Pages& pages, const Cell& cell, const Page&) { pages.put_varint(cell.record, value); });
  }
  for (const int more : {-1, 1, 2, 40}) {
    const std::string by = "_by_" + std::to_string(more);
    damage(take, leaves, "payload_wrong" + by, [&](Pages& pages, const Cell& cell, const Page&) {
      pages.put(cell.begin, 1, pages.number(cell.begin, 1) + static_cast<uint64_t>(more));
    });
    damage(take, leaves, "record_header_wrong" + by, [&](Pages& pages, const Cell& cell, const Page&) {
      pages.put(cell.record, 1, pages.number(cell.record, 1) + static_cast<uint64_t>(more));
    });
  }
  damage(take, leaves, "varints_never_end", [&](Pages& pages, const Cell& cell, const Page& page) {
    pages.fill(cell.begin, page.begin + pages.page_size() - cell.begin, '\xFF');
  });
  damage(take, leaves, "varints_are_padded",
         [&](Pages& pages, const Cell& cell, const Page&) { pages.fill(cell.types, 6, '\x80'); });
}

void damage_types(const Take& take, const Leaves& leaves) {
  for (const unsigned type : {0u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 11u, 12u, 13u, 90u, 127u})
    for (const unsigned column : {0u, 1u, 2u, 5u}) {
      const std::string name = "column_" + std::to_string(column) + "_type_" + std::to_string(type);
      damage(take, leaves, name, [&](Pages& pages, const Cell& cell, const Page&) {
        pages.put(type_at(pages, cell, column), 1, type);
      });
    }
  // A text or a blob of 4 GB and more.
  for (const uint64_t type : {(uint64_t{1} << 33) + 13, (uint64_t{1} << 33) + 12, (uint64_t{1} << 62) + 13,
                              uint64_t{UINT64_MAX}, uint64_t{1} << 63})
    damage(take, leaves, "type_is_" + std::to_string(type), [&](Pages& pages, const Cell& cell, const Page&) {
      pages.put_varint(type_at(pages, cell, 1), type);
    });
  for (const unsigned type : {0u, 10u, 11u, 13u, 255u})
    damage(take, leaves, "all_types_are_" + std::to_string(type),
           [&](Pages& pages, const Cell& cell, const Page&) {
             const size_t size = static_cast<size_t>(std::min<uint64_t>(cell.header_size, 100));
             pages.fill(cell.types, size - 1, static_cast<char>(type));
           });
}

void damage_rowids(const Take& take, const Leaves& leaves) {
  const auto every = [&](const char* what, uint64_t number) {
    damage(take, leaves, what, [&](Pages& pages, const Cell&, const Page& page) {
      for (size_t i = 0; i < page.cells; ++i) pages.put(pages.cell(page, i).rowid_at, 1, number & 0x7F);
    });
  };
  every("rowids_are_all_0", 0);
  every("rowids_are_all_5", 5);
  damage(take, leaves, "rowids_fall", [&](Pages& pages, const Cell&, const Page& page) {
    for (size_t i = 0; i < page.cells; ++i) pages.put(pages.cell(page, i).rowid_at, 1, 100 - i);
  });
  // The size of a record is read from before it, its row id from its size, and its columns from each other.
  damage(take, leaves, "a_cell_begins_one_byte_early", [&](Pages& pages, const Cell& cell, const Page& page) {
    pages.put(page.pointer(0), 2, cell.begin - page.begin - 1);
  });
}

// Records as long as a page may hold, of which the header alone lies on it: the columns are on other pages.
void damage_reach(const Take& take, const Leaves& leaves) {
  constexpr size_t kColumns = 20;
  for (const size_t column : {size_t{0}, size_t{1}, size_t{2}, size_t{6}, kColumns})
    for (const uint64_t parity : {uint64_t{0}, uint64_t{1}})
      damage(take, leaves,
             "column_" + std::to_string(column) + (parity == 0 ? "_blob" : "_text") + "_lies_behind_the_page",
             [&](Pages& pages, const Cell&, const Page& page) {
               const uint64_t longest = pages.page_size() - 40;
               std::string types;
               for (size_t i = 0; i < kColumns; ++i)
                 types += i == column ? varint(12 + parity + 2 * (longest - 200)) : varint(6);
               const std::string cell = varint(longest) + varint(1) + varint(types.size() + 1) + types;
               const size_t at = pages.page_size() - cell.size();
               pages.put(page.pointer(0), 2, at);
               for (size_t i = 0; i < cell.size(); ++i)
                 pages.put(page.begin + at + i, 1, static_cast<uint8_t>(cell[i]));
             });
}

// Cells that begin on the last bytes of a page.
void damage_ends(const Take& take, const Leaves& leaves) {
  for (size_t left = 1; left <= 24; ++left)
    damage(take, leaves, "cell_begins_" + std::to_string(left) + "_before_the_end",
           [&](Pages& pages, const Cell&, const Page& page) {
             const size_t at = pages.page_size() - left;
             pages.put(page.pointer(0), 2, at);
             pages.fill(page.begin + at, left, left % 3 == 0 ? '\xFF' : '\x22');
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
    const Leaves leaf{spot.name, &plain(), {spot.page}};
    damage_sizes(take, leaf);
    damage_types(take, leaf);
    damage_rowids(take, leaf);
    damage_reach(take, leaf);
  }
}

// Pages of 64 KiB, and a table of several: what reaches beyond a page here reaches beyond what is read at
// once.
void make_large_pages(const Take& take) {
  const Seed seed =
      edited(plain(),
             "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 450) INSERT INTO "
             "NVTX_EVENTS "
             "(start, end, eventType, text, globalTid, domainId) SELECT i, i + 5, 59, 'range ' || i || "
             "hex(zeroblob(320)), 3355443200, 0 FROM n; PRAGMA page_size = 65536; VACUUM");
  const Pages pages(seed.bytes);
  Leaves leaves{"NVTX_EVENTS", &seed, {}};
  for (const uint32_t page : pages.tree(seed.roots.at("NVTX_EVENTS")))
    if (!pages.page(page).is_interior()) leaves.pages.push_back(page);
  damage_sizes(take, leaves);
  damage_types(take, leaves);
  damage_rowids(take, leaves);
  damage_reach(take, leaves);
  damage_ends(take, leaves);
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
