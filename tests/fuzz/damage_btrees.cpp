// Pages whose header or cell pointers lie, and trees whose pages do not form a tree.
#include "tests/fuzz/corpus.h"
#include "tests/fuzz/spots.h"

namespace nsys_ai::fuzz {
namespace {

// Hands out the plain seed with `change` done to a spot.
template <class Change>
void damage(const Take& take, const Spot& spot, const std::string& what, Change change) {
  Pages pages(plain().bytes);
  change(pages, pages.page(spot.page));
  take({spot.name + "_" + what, pages.take()});
}

void damage_page_header(const Take& take, const Spot& spot) {
  struct Field {
    const char* name;
    size_t at, width;
    std::vector<uint64_t> values;
  };
  const std::vector<Field> fields = {
      {"kind", kKind, 1, {0, 1, 2, 5, 8, 10, 13, 255}},
      {"free_block", kFreeBlock, 2, {1, 7, 100, 508, 511, 512, 0xFFFF}},
      {"cell_count", kCellCount, 2, {0, 1, 2, 50, 200, 252, 253, 0x7FFF, 0xFFFF}},
      {"content_start", kContentStart, 2, {0, 1, 8, 511, 512, 513, 0xFFFF}},
      {"fragmented", kFragmented, 1, {61, 255}},
  };
  for (const Field& field : fields)
    for (const uint64_t value : field.values)
      damage(take, spot, std::string(field.name) + "_" + std::to_string(value),
             [&](Pages& pages, const Page& page) { pages.put(page.header + field.at, field.width, value); });
  damage(take, spot, "free_block_is_cyclic", [](Pages& pages, const Page& page) {
    const size_t at = static_cast<size_t>(pages.number(page.pointer(0), 2));
    pages.put(page.header + kFreeBlock, 2, at);
    pages.put(page.begin + at, 2, at);
    pages.put(page.begin + at + 2, 2, 8);
  });
}

void damage_pointers(const Take& take, const Spot& spot) {
  const auto first = [&](const char* what, uint64_t value) {
    damage(take, spot, std::string("first_cell_") + what,
           [&](Pages& pages, const Page& page) { pages.put(page.pointer(0), 2, value); });
  };
  first("at_0", 0);
  first("at_the_header", 3);
  first("among_the_pointers", spot.page == 1 ? 110 : 12);
  first("on_the_last_byte", 511);
  first("on_the_last_bytes", 508);
  first("behind_the_page", 512);
  first("far_behind_the_page", 0xFFFF);
  const auto every = [&](const char* what, auto&& pointer) {
    damage(take, spot, std::string("cells_") + what, [&](Pages& pages, const Page& page) {
      const Pages before = pages;
      for (size_t i = 0; i < page.cells; ++i) pages.put(page.pointer(i), 2, pointer(before, page, i));
    });
  };
  const auto at = [](const Pages& pages, const Page& page, size_t cell) {
    return pages.number(page.pointer(cell), 2);
  };
  every("are_all_the_first", [&](const Pages& p, const Page& page, size_t) { return at(p, page, 0); });
  every("overlap_by_a_byte", [&](const Pages& p, const Page& page, size_t i) { return at(p, page, i) + 1; });
  every("begin_early", [&](const Pages& p, const Page& page, size_t i) { return at(p, page, i) - 1; });
  every("are_reversed",
        [&](const Pages& p, const Page& page, size_t i) { return at(p, page, page.cells - 1 - i); });
  every("are_crowded",
        [&](const Pages& p, const Page& page, size_t i) { return at(p, page, 0) - 3 * i % 200; });
}

struct Target {
  std::string name;
  uint64_t page;
};

std::vector<Target> wrong_children(const Seed& seed, const Spot& spot) {
  const Pages pages(seed.bytes);
  std::vector<Target> targets = {{"zero", 0},
                                 {"the_schema", 1},
                                 {"itself", spot.page},
                                 {"its_root", spot.root},
                                 {"the_page_after_the_last", pages.count() + 1},
                                 {"far_away", 0x7FFFFFFF},
                                 {"beyond_32_bits", UINT32_MAX},
                                 {"the_same", pages.child(pages.page(spot.page), 0)},
                                 {"another_table", seed.roots.at("PROCESSES")}};
  for (const std::string& table : event_tables())
    if (seed.roots.at(table) != spot.root) targets.push_back({"the_root_of_" + table, seed.roots.at(table)});
  return targets;
}

}  // namespace

void make_btrees(const Take& take) {
  for (const Spot& spot : spots(plain())) {
    damage_page_header(take, spot);
    damage_pointers(take, spot);
  }
}

void make_children(const Take& take) {
  for (const Spot& spot : spots(plain())) {
    if (!Pages(plain().bytes).page(spot.page).is_interior()) continue;
    for (const Target& target : wrong_children(plain(), spot)) {
      damage(take, spot, "rightmost_child_is_" + target.name,
             [&](Pages& pages, const Page& page) { pages.put(page.header + kRightChild, 4, target.page); });
      damage(take, spot, "first_child_is_" + target.name, [&](Pages& pages, const Page& page) {
        pages.put(page.begin + static_cast<size_t>(pages.number(page.pointer(0), 2)), 4, target.page);
      });
      damage(take, spot, "every_child_is_" + target.name, [&](Pages& pages, const Page& page) {
        for (size_t i = 0; i < page.cells; ++i)
          pages.put(page.begin + static_cast<size_t>(pages.number(page.pointer(i), 2)), 4, target.page);
        pages.put(page.header + kRightChild, 4, target.page);
      });
    }
    for (const uint64_t key : {uint64_t{0}, uint64_t{1} << 40, UINT64_MAX, uint64_t{1} << 63})
      damage(take, spot, "keys_are_" + std::to_string(key), [&](Pages& pages, const Page& page) {
        for (size_t i = page.cells; i-- > 0;)
          pages.put_varint(page.begin + static_cast<size_t>(pages.number(page.pointer(i), 2)) + 4, key);
      });
    damage(take, spot, "child_is_an_index_page", [&](Pages& pages, const Page& page) {
      pages.put(pages.page(pages.child(page, 0)).header, 1, kLeafIndex);
    });
    damage(take, spot, "child_is_free", [&](Pages& pages, const Page& page) {
      pages.put(kFreelist, 4, pages.child(page, 0));
      pages.put(kFreePages, 4, 1);
    });
    damage(take, spot, "child_is_a_trunk_of_free_pages", [&](Pages& pages, const Page& page) {
      const size_t at = pages.begin(pages.child(page, 0));
      pages.put(kFreelist, 4, pages.child(page, 0));
      pages.put(at, 4, pages.child(page, 0));  // whose next trunk is itself
      pages.put(at + 4, 4, UINT32_MAX);        // with more leaves than there are
    });
    damage(take, spot, "without_cells",
           [&](Pages& pages, const Page& page) { pages.put(page.header + kCellCount, 2, 0); });
  }
}

}  // namespace nsys_ai::fuzz
