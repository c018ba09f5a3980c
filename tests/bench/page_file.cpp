// The parts of SQLite's file format that a table without indices needs.
#include "tests/bench/page_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace nsys_ai::bench {
namespace {

constexpr size_t kHeldBytes = size_t{4} << 20;
constexpr size_t kLeafHeader = 8, kInnerHeader = 12;
constexpr unsigned char kLeafPage = 0x0D, kInnerPage = 0x05;
// SQLite locks bytes of this page and never uses it.
constexpr uint32_t kLockPage = 0x40000000 / kPageBytes + 1;
// A larger cell would need an overflow page.
constexpr size_t kMaxPayload = kPageBytes - 35;
// Children of an inner page: a cell is a page number, a row number of at most 6 bytes, and a pointer.
constexpr size_t kMaxChildren = (kPageBytes - kInnerHeader) / (4 + 6 + 2);

void put_big_endian(unsigned char* at, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) at[i] = static_cast<unsigned char>(value >> (8 * (bytes - 1 - i)));
}

// Row numbers, sizes and types stay far below 2^56, where the form of a varint changes.
void put_varint(std::vector<unsigned char>& out, uint64_t value) {
  size_t groups = 1;
  while (groups < 8 && value >> (7 * groups) != 0) ++groups;
  while (groups-- > 0)
    out.push_back(static_cast<unsigned char>((value >> (7 * groups) & 0x7F) | (groups > 0 ? 0x80 : 0)));
}

}  // namespace

PageFile::PageFile(const std::string& path)
    : path_(path), descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0)
    throw std::runtime_error(path + ": " + std::strerror(errno));
  pages_ = static_cast<uint32_t>(static_cast<size_t>(status.st_size) / kPageBytes);
  held_.reserve(kHeldBytes + 2 * kPageBytes);
}

PageFile::~PageFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void PageFile::write_at(const unsigned char* data, size_t size, int64_t offset) {
  while (size > 0) {
    const ssize_t written = ::pwrite(descriptor_, data, size, offset);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw std::runtime_error(path_ + ": " + std::strerror(written < 0 ? errno : ENOSPC));
    data += written;
    size -= static_cast<size_t>(written);
    offset += written;
  }
}

void PageFile::flush() {
  write_at(held_.data(), held_.size(), bytes() - static_cast<int64_t>(held_.size()));
  held_.clear();
}

uint32_t PageFile::append(const Page& page) {
  if (pages_ + 1 == kLockPage) {
    held_.insert(held_.end(), kPageBytes, 0);
    ++pages_;
  }
  held_.insert(held_.end(), page.begin(), page.end());
  ++pages_;
  if (held_.size() >= kHeldBytes) flush();
  return pages_;
}

void PageFile::overwrite(uint32_t number, const Page& page) {
  write_at(page.data(), page.size(), (int64_t{number} - 1) * static_cast<int64_t>(kPageBytes));
}

void PageFile::finish() {
  flush();
  unsigned char count[4];
  put_big_endian(count, pages_, sizeof count);
  write_at(count, sizeof count, 28);
}

// An integer takes the fewest bytes of 1, 2, 3, 4, 6 and 8; 0 and 1 are types of their own.
void Record::integer(int64_t value) {
  if (value == 0 || value == 1) {
    types_.push_back(static_cast<unsigned char>(8 + value));
    return;
  }
  constexpr unsigned char kTypes[] = {0, 1, 2, 3, 4, 5, 5, 6, 6};
  constexpr unsigned char kSizes[] = {0, 1, 2, 3, 4, 6, 6, 8, 8};
  const auto magnitude = static_cast<uint64_t>(value < 0 ? ~value : value);
  const size_t bytes = static_cast<size_t>(std::bit_width(magnitude)) / 8 + 1;
  types_.push_back(kTypes[bytes]);
  unsigned char big_endian[8];
  put_big_endian(big_endian, static_cast<uint64_t>(value), kSizes[bytes]);
  values_.insert(values_.end(), big_endian, big_endian + kSizes[bytes]);
}

void Record::text(std::string_view value) {
  put_varint(types_, 13 + 2 * value.size());
  values_.insert(values_.end(), value.begin(), value.end());
}

void Record::write_cell(uint64_t row, std::vector<unsigned char>& out) const {
  const size_t header = types_.size() + 1;  // with its own length, which is one byte
  if (header > 127 || header + values_.size() > kMaxPayload)
    throw std::runtime_error("a row is larger than a page holds");
  put_varint(out, header + values_.size());
  put_varint(out, row);
  out.push_back(static_cast<unsigned char>(header));
  out.insert(out.end(), types_.begin(), types_.end());
  out.insert(out.end(), values_.begin(), values_.end());
}

BulkTable::BulkTable(PageFile& file, uint32_t root) : file_(file), root_(root) { begin_leaf(); }

void BulkTable::begin_leaf() {
  leaf_.fill(0);
  cells_ = 0;
  content_ = kPageBytes;
}

void BulkTable::append(const Record& record) {
  cell_.clear();
  record.write_cell(rows_ + 1, cell_);
  if (kLeafHeader + 2 * (cells_ + 1) + cell_.size() > content_) {
    end_leaf();
    leaves_.emplace_back(file_.append(leaf_), rows_);
    begin_leaf();
  }
  content_ -= cell_.size();
  std::copy(cell_.begin(), cell_.end(), leaf_.begin() + static_cast<std::ptrdiff_t>(content_));
  put_big_endian(&leaf_[kLeafHeader + 2 * cells_], content_, 2);
  ++cells_;
  ++rows_;
}

void BulkTable::end_leaf() {
  leaf_[0] = kLeafPage;
  put_big_endian(&leaf_[3], cells_, 2);
  put_big_endian(&leaf_[5], content_, 2);
}

// The level above `children`: one element a page. A level of one page becomes the root.
std::vector<BulkTable::Child> BulkTable::write_inner(const std::vector<Child>& children) {
  std::vector<Child> pages;
  const size_t count = (children.size() + kMaxChildren - 1) / kMaxChildren;
  for (size_t i = 0; i < count; ++i) {
    // Even parts, since an inner page with a single child is damage to SQLite.
    const size_t first = children.size() * i / count, last = children.size() * (i + 1) / count - 1;
    Page page{};
    page[0] = kInnerPage;
    size_t content = kPageBytes;
    for (size_t child = first; child < last; ++child) {
      cell_.assign(4, 0);
      put_big_endian(cell_.data(), children[child].first, 4);
      put_varint(cell_, children[child].second);
      content -= cell_.size();
      std::copy(cell_.begin(), cell_.end(), page.begin() + static_cast<std::ptrdiff_t>(content));
      put_big_endian(&page[kInnerHeader + 2 * (child - first)], content, 2);
    }
    put_big_endian(&page[3], last - first, 2);
    put_big_endian(&page[5], content, 2);
    put_big_endian(&page[8], children[last].first, 4);
    if (count == 1)
      file_.overwrite(root_, page);
    else
      pages.emplace_back(file_.append(page), children[last].second);
  }
  return pages;
}

void BulkTable::finish() {
  end_leaf();
  if (leaves_.empty()) {
    file_.overwrite(root_, leaf_);
    return;
  }
  if (cells_ > 0) leaves_.emplace_back(file_.append(leaf_), rows_);
  for (std::vector<Child> level = std::move(leaves_); !level.empty();) level = write_inner(level);
}

}  // namespace nsys_ai::bench
