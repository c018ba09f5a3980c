// Trees and records written by hand: too deep, without end, with more paths than bytes, and odd but right.
#include <functional>

#include "tests/fuzz/corpus.h"
#include "tests/fuzz/records.h"
#include "tests/fuzz/seed.h"

namespace nsys_ai::fuzz {
namespace {

constexpr const char* kMemsets = "CUPTI_ACTIVITY_KIND_MEMSET";

// The children of the root below one another instead of beside one another: leaves at many depths, which
// SQLite reads and never writes.
Pages stairs(uint32_t root) {
  Pages pages(plain().bytes);
  const Page page = pages.page(root);
  std::vector<std::pair<uint32_t, uint64_t>> children;
  for (size_t i = 0; i < page.cells; ++i)
    children.emplace_back(
        pages.child(page, i),
        pages.varint(page.begin + static_cast<size_t>(pages.number(page.pointer(i), 2)) + 4).first);
  uint32_t rest = pages.child(page, page.cells);
  while (children.size() > 1) {
    const uint32_t added = pages.add_page();
    put_interior(pages, added, {children.back()}, rest);
    children.pop_back();
    rest = added;
  }
  put_interior(pages, root, children, rest);
  return pages;
}

// The old root below `levels` pages that have one child each.
Pages deep(uint32_t root, int levels) {
  Pages pages(plain().bytes);
  uint32_t below = pages.add_page();
  pages.copy(pages.begin(root), pages.begin(below), pages.page_size());
  for (int level = 1; level < levels; ++level) {
    const uint32_t added = pages.add_page();
    put_interior(pages, added, {}, below);
    below = added;
  }
  put_interior(pages, root, {}, below);
  return pages;
}

// `levels` pages of which each names the next one many times: the file is small, its walk is not.
Pages bushy(uint32_t root, int levels) {
  Pages pages(plain().bytes);
  uint32_t below = pages.add_page();
  pages.copy(pages.begin(root), pages.begin(below), pages.page_size());
  for (int level = 1; level <= levels; ++level) {
    const uint32_t here = level == levels ? root : pages.add_page();
    std::vector<std::pair<uint32_t, uint64_t>> children;
    for (uint64_t key = 1; key < 40; ++key) children.emplace_back(below, key);
    put_interior(pages, here, children, below);
    below = here;
  }
  return pages;
}

void make_deep_trees(const Take& take) {
  for (const char* table : {"StringIds", "CUPTI_ACTIVITY_KIND_KERNEL", "PROCESSES"}) {
    const uint32_t root = plain().roots.at(table);
    if (Pages(plain().bytes).page(root).is_interior())
      take({std::string(table) + "_has_stairs", stairs(root).take(), Must::report_the_same});
    // SQLite goes down twenty levels.
    for (const int levels : {1, 5, 17, 18, 19, 20, 21, 100, 5000})
      take({std::string(table) + "_lies_deep_" + std::to_string(levels), deep(root, levels).take()});
    for (const int levels : {2, 4, 16})
      take({std::string(table) + "_has_many_paths_" + std::to_string(levels), bushy(root, levels).take()});
    Pages loop(plain().bytes);
    const uint32_t other = loop.add_page();
    put_interior(loop, other, {{root, 5}}, root);
    put_interior(loop, root, {{other, 5}}, other);
    take({std::string(table) + "_is_a_loop_of_two_pages", loop.take()});
  }
}

// The cell of a text that goes on in a chain of overflow pages after its first bytes. The size is one of
// which as few bytes as can be stay on the leaf, of a page of 512 bytes.
std::string cell_of_long_text(uint64_t rowid, uint64_t size, uint32_t chain) {
  constexpr size_t kLocal = 39;
  uint64_t header_size = 3;
  while (2 + varint((size - header_size) * 2 + 13).size() > header_size) ++header_size;
  std::string local = varint(header_size) + '\0' + varint((size - header_size) * 2 + 13);
  local.resize(kLocal, 'x');
  std::string cell = varint(size) + varint(rowid) + local;
  for (size_t i = 0; i < 4; ++i) cell += static_cast<char>(chain >> (24 - 8 * i) & 0xFF);
  return cell;
}

// Many texts of about `size` bytes, which share one loop of overflow pages. SQLite takes no text to be longer
// than the file; one that is padded to that length gets past this.
enum class Padding { none, to_one_text };
Pages long_texts(uint64_t size, size_t texts, Padding padding) {
  constexpr size_t kTextsOnALeaf = 8;
  size = 39 + size / 508 * 508 + 500;
  Pages pages(edited(plain(),
                     "UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET demangledName = rowid, shortName = rowid; "
                     "UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET nameId = 80 + rowid; "
                     "UPDATE NVTX_EVENTS SET text = NULL, textId = 200 + rowid")
                  .bytes);
  const uint32_t loop = pages.add_page();
  pages.fill(pages.begin(loop), pages.page_size(), 'y');
  pages.put(pages.begin(loop), 4, loop);
  std::vector<std::pair<uint32_t, uint64_t>> leaves;
  for (size_t text = 1; text <= texts;) {
    std::vector<std::string> cells;
    for (; cells.size() < kTextsOnALeaf && text <= texts; ++text)
      cells.push_back(cell_of_long_text(text, size, loop));
    leaves.emplace_back(pages.add_page(), text - 1);
    put_leaf(pages, leaves.back().first, cells);
  }
  const uint32_t last = leaves.back().first;
  leaves.pop_back();
  put_interior(pages, plain().roots.at("StringIds"), leaves, last);
  if (padding == Padding::to_one_text) {
    pages.resize((size / pages.page_size() + 2) * pages.page_size());
    pages.put(kPageCount, 4, pages.count());
  }
  return pages;
}

using Rewrite = std::function<std::string(uint64_t rowid, std::vector<Column> columns)>;

// Every cell of the tables of events rewritten, on pages large enough for all.
std::string rewritten(const Rewrite& rewrite) {
  const Seed seed = edited(plain(), "PRAGMA page_size = 65536; VACUUM");
  Pages pages(seed.bytes);
  for (const std::string& table : event_tables()) {
    const Page page = pages.page(seed.roots.at(table));
    std::vector<std::string> cells;
    for (size_t i = 0; i < page.cells; ++i) {
      const Cell cell = pages.cell(page, i);
      cells.push_back(rewrite(pages.varint(cell.rowid_at).first, columns_of(pages, cell)));
    }
    Pages before = pages;
    if (!put_leaf(pages, page.number, cells)) pages = before;
  }
  return pages.take();
}

// An integer column in eight bytes.
Column widened(const Column& column) {
  if (column.type == 8 || column.type == 9) return integer_column(static_cast<int64_t>(column.type) - 8);
  if (column.type == 0 || column.type > 6) return column;
  int64_t value = static_cast<uint8_t>(column.bytes[0]) - (column.bytes[0] < 0 ? 256 : 0);
  for (size_t i = 1; i < column.bytes.size(); ++i)
    value = value * 256 + static_cast<uint8_t>(column.bytes[i]);
  return integer_column(value);
}

void make_odd_records(const Take& take) {
  take({"varints_of_eight_bytes", rewritten([](uint64_t rowid, const std::vector<Column>& columns) {
          return cell(rowid, record(columns, Width::eight_bytes), Width::eight_bytes);
        }),
        Must::report_the_same});
  take({"integers_of_eight_bytes", rewritten([](uint64_t rowid, std::vector<Column> columns) {
          for (Column& column : columns) column = widened(column);
          return cell(rowid, record(columns));
        }),
        Must::report_the_same});
  take({"records_with_surplus_columns", rewritten([](uint64_t rowid, std::vector<Column> columns) {
          for (int i = 0; i < 30; ++i) columns.push_back(text_column("surplus"));
          return cell(rowid, record(columns));
        }),
        Must::report_the_same});
  take({"records_with_bytes_behind", rewritten([](uint64_t rowid, const std::vector<Column>& columns) {
          return cell(rowid, record(columns) + "behind");
        }),
        Must::load});
  for (const unsigned keep : {0u, 1u, 2u, 7u})
    take({"records_of_" + std::to_string(keep) + "_columns",
          rewritten([keep](uint64_t rowid, std::vector<Column> columns) {
            columns.resize(std::min<size_t>(keep, columns.size()));
            return cell(rowid, record(columns));
          }),
          Must::load});
  for (const uint64_t first : {uint64_t{1} << 62, uint64_t{1} << 63, UINT64_MAX - 3})
    take({"rowids_from_" + std::to_string(first),
          rewritten([first](uint64_t rowid, const std::vector<Column>& columns) {
            return cell(first + rowid, record(columns));
          }),
          Must::load});
  for (const unsigned type : {8u, 9u, 10u, 11u})
    take({"every_column_of_type_" + std::to_string(type),
          rewritten([type](uint64_t rowid, std::vector<Column> columns) {
            for (Column& column : columns) column = {type};
            return cell(rowid, record(columns));
          }),
          Must::load});
  // What is no number as a real number, and the infinities.
  for (const int64_t bits : {int64_t{0x7FF8000000000001}, int64_t{0x7FF0000000000000}, INT64_MIN >> 11})
    take({"every_column_is_the_real_" + std::to_string(bits),
          rewritten([bits](uint64_t rowid, std::vector<Column> columns) {
            for (Column& column : columns) column = {7, integer_column(bits).bytes};
            return cell(rowid, record(columns));
          }),
          Must::load});
}

}  // namespace

void make_chains(const Take& take) {
  make_deep_trees(take);
  make_odd_records(take);
  for (const uint64_t size : {100'000ull, 60'000'000ull, 1'000'000'000ull, 0x7FFFFFFFull, 1ull << 40})
    take({"texts_of_" + std::to_string(size), long_texts(size, 20, Padding::none).take()});
  take({"fifty_texts_of_60000000", long_texts(60'000'000, 50, Padding::none).take()});
  take({"fifty_texts_as_long_as_the_file", long_texts(100'000, 50, Padding::to_one_text).take(), Must::load});
  // 700 MB of texts in a file of 2.5 MB.
  take({"many_texts_as_long_as_the_file", long_texts(2'500'000, 280, Padding::to_one_text).take()});
  Pages empty(plain().bytes);
  put_leaf(empty, plain().roots.at(kMemsets), {});
  take({"leaf_without_cells", empty.take(), Must::load});
}

}  // namespace nsys_ai::fuzz
