// Distributes leaves in parts of some megabytes. A table with an unusual layout is read through SQLite.
#include "profile/sqlite_file/table_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "base/parallel.h"
#include "profile/schema.h"
#include "profile/sqlite_file/record_decoder.h"
#include "profile/sqlite_file/stored_row.h"
#include "profile/sqlite_file/table_pages.h"

namespace nsys_ai {
namespace {

// The maximum size of a read, between which the cancel flag is checked.
constexpr uint32_t kReadBytes = 256 << 10;
// Parts smaller than this cost more than they gain.
constexpr size_t kMinPartBytes = 4 << 20;
constexpr size_t kPartsPerThread = 8;
// Well below what would exhaust memory.
constexpr uint64_t kLongestRecord = Database::kLongestValue;
constexpr int64_t kRowsBetweenChecks = 4096;

// A part of a table: some of its leaves.
struct Part {
  size_t scan = 0;
  const uint32_t* leaves = nullptr;
  size_t leaf_count = 0;
  std::unique_ptr<RowSink> sink;
  int64_t rows = 0;
  int64_t malformed_cells = 0;
  int64_t malformed_texts = 0;
  int64_t damaged_rows = 0;
  int64_t too_long_rows = 0;
  int64_t damaged_pages = 0;
  bool uneven = false;  // an inner page was found where a leaf belongs
};

class LeafPartReader {
 public:
  LeafPartReader(const FileImage& image, const TableScan& scan, Part& part)
      : image_(image), part_(part), root_page_(scan.table->root_page), decoder_(*scan.table, scan.columns) {
    // Sized to the part, so that a sanitizer detects reads beyond its pages.
    const auto most = static_cast<uint32_t>(
        std::clamp<size_t>(part.leaf_count, 1, std::max(1u, kReadBytes / image.page_size())));
    buffer_.resize(size_t{most} * image.page_size() + kRecordSlack);
    max_pages_ = most;
    // In a valid file no page belongs to two records.
    overflow_left_ = uint64_t{image.page_count()} * image.page_size();
  }

  // `done` counts pages. Ends early when cancelled.
  void read(const CancelToken& cancel, std::atomic<uint64_t>& done) {
    for (size_t at = 0; at < part_.leaf_count && !cancel.cancelled();) {
      const uint32_t first = part_.leaves[at];
      uint32_t count = 1;
      while (at + count < part_.leaf_count && count < max_pages_ && part_.leaves[at + count] == first + count)
        ++count;
      read_run(first, count);
      at += count;
      done += count;
    }
    part_.malformed_cells = decoder_.row().malformed_cells();
    part_.malformed_texts = decoder_.row().malformed_texts();
  }

 private:
  void read_run(uint32_t first, uint32_t count) {
    if (!image_.read_pages(first, count, buffer_.data())) {
      if (count == 1) {
        ++part_.damaged_pages;
        return;
      }
      for (uint32_t i = 0; i < count; ++i) read_run(first + i, 1);
      return;
    }
    for (uint32_t i = 0; i < count; ++i)
      read_page(buffer_.data() + size_t{i} * image_.page_size(), first + i == root_page_);
  }

  // Only a table without rows has an empty leaf.
  void read_page(const unsigned char* page, bool is_root) {
    const auto rows = rows_on_leaf(page);
    if (!rows || *rows > image_.usable_size() / 4 || (*rows == 0 && !is_root)) {
      part_.uneven |= is_inner_page(page);
      ++part_.damaged_pages;
      return;
    }
    StoredRow stored;
    for (uint32_t i = 0; i < *rows; ++i) {
      const bool sound = stored_row(page, image_.usable_size(), i, stored);
      if (sound && decode(stored)) {
        ++part_.rows;
        part_.sink->append(decoder_.row());
      } else if (sound && stored.whole > kLongestRecord && stored.whole <= overflow_left_) {
        ++part_.too_long_rows;
      } else {
        ++part_.damaged_rows;
      }
    }
  }

  bool decode(const StoredRow& stored) {
    auto outcome = decoder_.decode(stored.record, stored.local, stored.whole, stored.id);
    if (outcome == RecordDecoder::Outcome::needs_more && gather(stored))
      outcome = decoder_.decode(record_.data(), stored.whole, stored.whole, stored.id);
    return outcome == RecordDecoder::Outcome::row;
  }

  // Joins a record that continues on other pages.
  bool gather(const StoredRow& stored) {
    if (stored.whole > kLongestRecord || stored.whole > overflow_left_) return false;
    record_.assign(stored.record, stored.record + stored.local);
    std::vector<unsigned char> page(image_.page_size());
    uint32_t next = stored.overflow;
    while (record_.size() < stored.whole) {
      if (overflow_left_ < image_.page_size() || !image_.read_pages(next, 1, page.data())) return false;
      overflow_left_ -= image_.page_size();
      const size_t take = std::min<size_t>(image_.usable_size() - 4, stored.whole - record_.size());
      record_.insert(record_.end(), page.data() + 4, page.data() + 4 + take);
      next = uint32_t{page[0]} << 24 | uint32_t{page[1]} << 16 | uint32_t{page[2]} << 8 | page[3];
    }
    record_.resize(record_.size() + kRecordSlack);
    return true;
  }

  const FileImage& image_;
  Part& part_;
  const uint32_t root_page_;
  RecordDecoder decoder_;
  std::vector<unsigned char> buffer_;
  std::vector<unsigned char> record_;
  uint32_t max_pages_ = 1;
  uint64_t overflow_left_ = 0;
};

// Waits for other users of the database; unlocked if it was cancelled.
std::unique_lock<std::mutex> lock_database(const TableSource& source, const CancelToken& cancel) {
  if (source.database_lock == nullptr) return {};
  std::unique_lock lock(*source.database_lock, std::defer_lock);
  while (!lock.try_lock() && !cancel.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return lock;
}

std::string damage(std::string_view what) { return fmt::format("the file is damaged ({})", what); }

// Selects the existing columns. Used for UTF-16, tables without row ids, defaults and computed columns.
Result<void> scan_by_sqlite(const TableSource& source, const TableScan& scan, ScannedTable& scanned,
                            const CancelToken& cancel) {
  const auto lock = lock_database(source, cancel);
  if (cancel.cancelled()) return cancelled();
  std::string list;
  std::vector<int> place(scan.columns.size(), -1);
  int places = 1;
  for (size_t i = 0; i < scan.columns.size(); ++i) {
    if (column_of(*scan.table, scan.columns[i]) < 0) continue;
    list += ", " + sql_name(scan.columns[i]);
    place[i] = places++;
  }
  const std::string from = list + " FROM main." + sql_name(scan.table->name);
  auto rows = source.database.prepare("SELECT rowid" + from);
  const bool has_row_ids = rows.has_value();
  // A table without row ids gets consecutive numbers instead.
  if (!has_row_ids) rows = source.database.prepare("SELECT 0" + from);
  if (!rows) {
    scanned.failure = damage(rows.error().message);
    return {};
  }
  TableRow row;
  TableRow::StoredCells cells;
  std::vector<unsigned char> record;
  scanned.parts.push_back(scan.new_part());
  // A row takes at least four bytes; more rows than that come from pages that are linked in a cycle.
  const int64_t most = int64_t{source.image.page_count()} * source.image.page_size() / 4;
  while (rows->next()) {
    if (++scanned.rows % kRowsBetweenChecks == 0 && cancel.cancelled()) return cancelled();
    if (scanned.rows > most) {
      scanned.failure = damage("its pages are linked in a circle");
      break;
    }
    record.clear();
    for (size_t i = 0; i < place.size(); ++i)
      if (place[i] >= 0) cells[i] = rows->cell(place[i], record);
    record.resize(record.size() + kRecordSlack);
    row.set(has_row_ids ? rows->integer(0).value_or(0) : scanned.rows, cells, record.data());
    scanned.parts.back()->append(row);
  }
  if (rows->met_long_value())
    scanned.failure = fmt::format("a row holds more than {}", Database::kLongestWords);
  else if (scanned.failure.empty() && !rows->failed().empty())
    scanned.failure = damage(rows->failed());
  scanned.malformed_cells = row.malformed_cells();
  scanned.malformed_texts = row.malformed_texts();
  return {};
}

bool reads_by_pages(const TableSource& source, const FileTable& table) {
  return source.image.is_utf8() && table.plain_columns && table.root_page > 1;
}

// Gives each part of one table the place of its rows, from the row ids at its edges. In exports these are
// consecutive; where they have more gaps than rows no place is set.
void report_places(const FileImage& image, Part* first, Part* last) {
  std::vector<int64_t> begins;
  uint64_t most = 0;
  for (const Part* part = first; part != last; ++part) {
    const auto ids = ids_on_leaf(image, part->leaves[0]);
    if (!ids || (!begins.empty() && ids->first <= begins.back())) return;
    begins.push_back(ids->first);
    most += uint64_t{ids->rows} * part->leaf_count * 2;
  }
  const Part& end = *(last - 1);
  const auto ids = ids_on_leaf(image, end.leaves[end.leaf_count - 1]);
  if (!ids || ids->last < begins.back()) return;
  // Unsigned, because the distance of two ids may exceed a signed number.
  const auto place = [&](int64_t id) { return static_cast<uint64_t>(id) - static_cast<uint64_t>(begins[0]); };
  const uint64_t rows = place(ids->last) + 1;
  if (rows > most) return;
  for (Part* part = first; part != last; ++part) {
    const auto at = static_cast<size_t>(part - first);
    const uint64_t next = at + 1 < begins.size() ? place(begins[at + 1]) : rows;
    part->sink->expect({place(begins[at]), next - place(begins[at]), rows});
  }
}

std::vector<Part> parts_of(const TableSource& source, const std::vector<TableScan>& scans,
                           const std::vector<TableLeaves>& leaves) {
  size_t pages = 0;
  for (const TableLeaves& of : leaves) pages += of.pages.size();
  const size_t least = std::max<size_t>(1, kMinPartBytes / source.image.page_size());
  const size_t wanted = std::max(least, pages / (source.threads * kPartsPerThread) + 1);
  std::vector<Part> parts;
  for (size_t scan = 0; scan < scans.size(); ++scan) {
    const auto& of = leaves[scan].pages;
    for (size_t at = 0; at < of.size(); at += wanted) {
      Part part;
      part.scan = scan;
      part.leaves = of.data() + at;
      part.leaf_count = std::min(wanted, of.size() - at);
      part.sink = scans[scan].new_part();
      parts.push_back(std::move(part));
    }
  }
  for (size_t from = 0, to = 0; from < parts.size(); from = to) {
    while (to < parts.size() && parts[to].scan == parts[from].scan) ++to;
    if (!scans[parts[from].scan].edges_only)
      report_places(source.image, parts.data() + from, parts.data() + to);
  }
  return parts;
}

// Reads all parts of some tables, on all threads.
std::vector<Part> read_parts(const TableSource& source, const std::vector<TableScan>& scans,
                             const std::vector<TableLeaves>& leaves, const CancelToken& cancel,
                             const std::function<void(double)>& progress) {
  uint64_t pages = 0;
  for (const TableLeaves& of : leaves) pages += of.pages.size();
  std::vector<Part> parts = parts_of(source, scans, leaves);
  std::atomic<uint64_t> done{0};
  parallel_for(
      source.threads, parts.size(),
      [&](size_t i) { LeafPartReader(source.image, scans[parts[i].scan], parts[i]).read(cancel, done); },
      [&] {
        if (progress && pages > 0) progress(static_cast<double>(done) / static_cast<double>(pages));
      });
  return parts;
}

// Reads tables again whose leaves are on several levels, which only malicious files have.
void read_uneven_tables(const TableSource& source, const std::vector<TableScan>& scans,
                        std::vector<TableLeaves>& leaves, std::vector<Part>& parts,
                        const CancelToken& cancel) {
  std::vector<TableLeaves> again(scans.size());
  for (const Part& part : parts)
    if (part.uneven && again[part.scan].pages.empty() && !scans[part.scan].edges_only)
      leaves[part.scan] = again[part.scan] =
          uneven_leaves_of(source.image, scans[part.scan].table->root_page, cancel);
  std::erase_if(parts, [&](const Part& part) { return !again[part.scan].pages.empty(); });
  for (Part& part : read_parts(source, scans, again, cancel, {})) parts.push_back(std::move(part));
}

}  // namespace

Result<std::vector<ScannedTable>> scan_tables(const TableSource& source, const std::vector<TableScan>& scans,
                                              const CancelToken& cancel,
                                              const std::function<void(double)>& progress) {
  std::vector<ScannedTable> scanned(scans.size());
  std::vector<TableLeaves> leaves(scans.size());
  for (size_t i = 0; i < scans.size(); ++i) {
    const FileTable& table = *scans[i].table;
    for (const std::string_view column : scans[i].columns)
      if (column_of(table, column) < 0) scanned[i].missing.push_back(column);
    if (reads_by_pages(source, table))
      leaves[i] = scans[i].edges_only ? edge_leaves_of(source.image, table.root_page)
                                      : leaves_of(source.image, table.root_page, cancel);
    if (!reads_by_pages(source, table) || leaves[i].is_other_layout) {
      if (auto read = scan_by_sqlite(source, scans[i], scanned[i], cancel); !read)
        return tl::unexpected(read.error());
    }
  }
  std::vector<Part> parts = read_parts(source, scans, leaves, cancel, progress);
  if (std::any_of(parts.begin(), parts.end(), [](const Part& part) { return part.uneven; }))
    read_uneven_tables(source, scans, leaves, parts, cancel);
  if (cancel.cancelled()) return cancelled();
  for (size_t i = 0; i < scans.size(); ++i) scanned[i].damaged_pages = leaves[i].damaged_pages;
  for (Part& part : parts) {
    ScannedTable& of = scanned[part.scan];
    of.rows += part.rows;
    of.malformed_cells += part.malformed_cells;
    of.malformed_texts += part.malformed_texts;
    of.damaged_rows += part.damaged_rows;
    of.too_long_rows += part.too_long_rows;
    of.damaged_pages += part.damaged_pages;
    of.parts.push_back(std::move(part.sink));
  }
  return scanned;
}

}  // namespace nsys_ai
