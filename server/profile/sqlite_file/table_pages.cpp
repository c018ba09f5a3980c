// Walks the inner pages only: their children at the lowest level are leaves, which are not read here.
#include "profile/sqlite_file/table_pages.h"

#include <algorithm>
#include <cstring>

#include "profile/sqlite_file/big_endian.h"
#include "profile/sqlite_file/record.h"
#include "profile/sqlite_file/stored_row.h"

namespace nsys_ai {
namespace {

constexpr unsigned char kInnerPage = 0x05;
constexpr unsigned char kLeafPage = 0x0D;
constexpr unsigned char kInnerIndexPage = 0x02;
constexpr unsigned char kLeafIndexPage = 0x0A;
constexpr uint32_t kInnerHeader = 12;
// SQLite's own limit.
constexpr int kDeepest = 20;
// Leaves counted by their headers; more would take too long for a table that may never be used.
constexpr size_t kLeavesToCount = 32;

class Walk {
 public:
  Walk(const FileImage& image, const CancelToken& cancel, size_t most = SIZE_MAX)
      : image_(image), cancel_(cancel), most_(most), seen_(image.page_count() + size_t{1}, false) {}

  TableLeaves leaves(uint32_t root) {
    const auto level = levels_above_leaves(root);
    if (!level) {
      found_.is_other_layout = true;
      return std::move(found_);
    }
    descend(root, *level);
    return std::move(found_);
  }

  TableLeaves leaves_of_any_level(uint32_t root) {
    look_at_leaves_ = true;
    descend(root, kDeepest);
    return std::move(found_);
  }

 private:
  // 0 for a table of one leaf; empty when the root is no page of an ordinary table.
  std::optional<int> levels_above_leaves(uint32_t root) {
    std::vector<unsigned char> page(image_.page_size());
    for (int level = 0; level < kDeepest; ++level) {
      if (!image_.read_pages(root, 1, page.data())) return level == 0 ? std::nullopt : std::optional(level);
      if (page[0] == kLeafPage) return level;
      if (page[0] != kInnerPage) return level == 0 ? std::nullopt : std::optional(level);
      // If the first child is damaged another may still work, so the last one is tried.
      root = big_endian_16(page.data() + 3) > 0 ? child(page.data(), 0).value_or(0) : 0;
      if (root == 0 || root > image_.page_count()) root = big_endian_32(page.data() + 8);
    }
    return std::nullopt;
  }

  std::optional<uint32_t> child(const unsigned char* page, uint32_t at) const {
    const uint32_t place = kInnerHeader + 2 * at;
    if (place + 2 > image_.usable_size()) return std::nullopt;
    const uint32_t cell = big_endian_16(page + place);
    if (cell + 4 > image_.usable_size()) return std::nullopt;
    return big_endian_32(page + cell);
  }

  void descend(uint32_t number, int level) {
    if (cancel_.cancelled() || found_.pages.size() > most_) return;
    if (number == 0 || number > image_.page_count() || seen_[number]) {
      ++found_.damaged_pages;
      return;
    }
    seen_[number] = true;
    if (level == 0 && !look_at_leaves_) {
      found_.pages.push_back(number);
      return;
    }
    std::vector<unsigned char> page(image_.page_size());
    if (!image_.read_pages(number, 1, page.data()) || level == 0 || page[0] != kInnerPage) {
      if (page[0] == kLeafPage)
        found_.pages.push_back(number);
      else
        ++found_.damaged_pages;
      return;
    }
    const uint32_t cells = big_endian_16(page.data() + 3);
    for (uint32_t i = 0; i < cells; ++i) {
      const auto below = child(page.data(), i);
      if (!below) {
        ++found_.damaged_pages;
        break;
      }
      descend(*below, level - 1);
    }
    descend(big_endian_32(page.data() + 8), level - 1);
  }

  const FileImage& image_;
  const CancelToken& cancel_;
  size_t most_;  // maximum number of leaves; with more the walk ends incomplete
  std::vector<bool> seen_;
  bool look_at_leaves_ = false;
  TableLeaves found_;
};

// The leaf at one edge of a table: 0 where a page above it is damaged.
uint32_t leaf_at_edge(const FileImage& image, uint32_t root, bool last, std::vector<unsigned char>& page) {
  for (int level = 0; level < kDeepest; ++level) {
    if (!image.read_pages(root, 1, page.data())) return 0;
    if (page[0] == kLeafPage) return root;
    if (page[0] != kInnerPage) return 0;
    const uint32_t cell = big_endian_16(page.data() + kInnerHeader);
    const bool has_cells = big_endian_16(page.data() + 3) > 0;
    if (last || !has_cells)
      root = big_endian_32(page.data() + 8);
    else if (cell + 4 <= image.usable_size())
      root = big_endian_32(page.data() + cell);
    else
      return 0;
  }
  return 0;
}

// The first or last row id of a leaf with rows.
std::optional<int64_t> edge_id(const unsigned char* page, uint32_t usable_size, bool last) {
  const uint32_t rows = rows_on_leaf(page).value_or(0);
  StoredRow row;
  if (rows == 0 || !stored_row(page, usable_size, last ? rows - 1 : 0, row)) return std::nullopt;
  return row.id;
}

}  // namespace

TableLeaves leaves_of(const FileImage& image, uint32_t root, const CancelToken& cancel) {
  return Walk(image, cancel).leaves(root);
}

TableLeaves uneven_leaves_of(const FileImage& image, uint32_t root, const CancelToken& cancel) {
  return Walk(image, cancel).leaves_of_any_level(root);
}

TableLeaves edge_leaves_of(const FileImage& image, uint32_t root) {
  TableLeaves leaves;
  std::vector<unsigned char> page(image.page_size() + kRecordSlack);
  leaves.is_other_layout =
      !image.read_pages(root, 1, page.data()) || (page[0] != kLeafPage && page[0] != kInnerPage);
  if (leaves.is_other_layout) return leaves;
  for (const bool last : {false, true})
    if (const uint32_t leaf = leaf_at_edge(image, root, last, page);
        leaf != 0 && (leaves.pages.empty() || leaves.pages.front() != leaf))
      leaves.pages.push_back(leaf);
  return leaves;
}

bool is_inner_page(const unsigned char* page) { return page[0] == kInnerPage; }

std::optional<uint32_t> rows_on_leaf(const unsigned char* page) {
  if (page[0] != kLeafPage) return std::nullopt;
  return big_endian_16(page + 3);
}

std::optional<LeafIds> ids_on_leaf(const FileImage& image, uint32_t leaf) {
  std::vector<unsigned char> page(image.page_size() + kRecordSlack);
  if (!image.read_pages(leaf, 1, page.data())) return std::nullopt;
  const auto first = edge_id(page.data(), image.usable_size(), false);
  const auto last = edge_id(page.data(), image.usable_size(), true);
  if (!first || !last) return std::nullopt;
  return LeafIds{*first, *last, *rows_on_leaf(page.data())};
}

std::optional<RowCount> count_rows(const FileImage& image, uint32_t root) {
  std::vector<unsigned char> page(image.page_size() + kRecordSlack);
  constexpr RowCount kDamaged{0, false, true};
  if (!image.read_pages(root, 1, page.data())) return kDamaged;
  if (page[0] == kLeafPage) return RowCount{rows_on_leaf(page.data()).value_or(0), true};
  if (page[0] == kInnerIndexPage || page[0] == kLeafIndexPage) return std::nullopt;
  if (page[0] != kInnerPage) return kDamaged;
  if (big_endian_16(page.data() + 3) < kLeavesToCount) {
    // A page with few children: the leaves are counted one by one unless they have many children themselves.
    const TableLeaves leaves = Walk(image, CancelToken(), kLeavesToCount).leaves(root);
    if (leaves.pages.size() <= kLeavesToCount) {
      RowCount count;
      count.damaged = leaves.damaged_pages > 0;
      for (const uint32_t leaf : leaves.pages) {
        const auto rows =
            image.read_pages(leaf, 1, page.data()) ? rows_on_leaf(page.data()) : std::optional<uint32_t>();
        count.rows += rows.value_or(0);
        count.damaged |= !rows;
      }
      return count;
    }
  }
  std::optional<int64_t> edge[2];
  for (const bool last : {false, true})
    if (leaf_at_edge(image, root, last, page) != 0)
      edge[last] = edge_id(page.data(), image.usable_size(), last);
  if (!edge[0] || !edge[1] || *edge[1] < *edge[0]) return kDamaged;
  const uint64_t rows = static_cast<uint64_t>(*edge[1]) - static_cast<uint64_t>(*edge[0]) + 1;
  return RowCount{static_cast<int64_t>(std::min<uint64_t>(rows, INT64_MAX)), false};
}

}  // namespace nsys_ai
