// Proceeds like SQLite when it opens a file: first the journal is rolled back, then the log is applied.
#include "profile/sqlite_file/journal_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "profile/sqlite_file/big_endian.h"
#include "profile/sqlite_file/rollback_journal.h"
#include "profile/sqlite_file/write_ahead_log.h"

namespace nsys_ai {
namespace {

constexpr size_t kHeaderBytes = 100;
constexpr const char* kJournal = "journal";
constexpr const char* kLog = "write-ahead log";
// The header's version for a database that is written through a log.
constexpr unsigned char kVersionWithLog = 2;

bool page_before(const PageLocation& a, const PageLocation& b) { return a.page < b.page; }

// Of locations in the order of writing: for each page up to `last_page` the last one, sorted by page.
std::vector<PageLocation> last_of_each(std::vector<PageLocation> places, uint32_t last_page) {
  std::stable_sort(places.begin(), places.end(), page_before);
  size_t kept = 0;
  for (size_t i = 0; i < places.size() && places[i].page <= last_page; ++i)
    if (i + 1 == places.size() || places[i + 1].page != places[i].page) places[kept++] = places[i];
  places.resize(kept);
  return places;
}

// Named like SQLite does: next to the file itself, after resolving symbolic links.
std::filesystem::path resolved_path(const std::filesystem::path& path) {
  std::error_code error;
  auto real = std::filesystem::canonical(path, error);
  return error ? path : real;
}

std::filesystem::path journal_of(const std::filesystem::path& file) { return file.string() + "-journal"; }
std::filesystem::path log_of(const std::filesystem::path& file) { return file.string() + "-wal"; }

}  // namespace

DatabaseStamp database_stamp_of(const std::filesystem::path& path) {
  const auto file = resolved_path(path);
  return {stamp_of(file), stamp_of(journal_of(file)), stamp_of(log_of(file))};
}

uint32_t page_size_in(const std::vector<unsigned char>& header) {
  if (header.size() < kHeaderBytes) return 0;
  const uint32_t raw = big_endian_16(header.data() + 16);
  const uint32_t size = raw == 1 ? 65536 : raw;
  return size >= 512 && std::has_single_bit(size) ? size : 0;
}

JournalFiles::JournalFiles(const std::filesystem::path& path, const ReadableFile& file,
                           const CancelToken& cancel) {
  header_.resize(std::min<uint64_t>(kHeaderBytes, file.size()));
  if (!file.read(0, header_.size(), header_.data())) header_.clear();
  const auto real = resolved_path(path);
  journal_.path = journal_of(real);
  log_.path = log_of(real);
  if (open(journal_, kJournal)) undo_journal();
  if (open(log_, kLog)) include_log(cancel);
}

// False when there is nothing to read.
bool JournalFiles::open(JournalFile& journal_file, const char* what) {
  int cause = 0;
  journal_file.file = ReadableFile::open(journal_file.path, cause);
  journal_file.stamp = journal_file.file ? journal_file.file.stamp() : stamp_of(journal_file.path);
  if (journal_file.file) return journal_file.file.size() > 0;
  // Where the folder cannot be searched, a journal is assumed not to exist.
  if (journal_file.stamp != FileStamp{})
    note_loss(fmt::format(
        "A {} lies beside the file ({}) and cannot be read ({}): it is left out, and what is shown may be half-written.",
        what, journal_file.path.filename().string(), std::strerror(cause)));
  return false;
}

void JournalFiles::undo_journal() {
  const std::string name = journal_.path.filename().string();
  auto journal = read_rollback_journal(journal_.file, page_size_in(header_));
  if (journal.state == RollbackJournal::State::none) return;
  if (journal.state == RollbackJournal::State::broken) {
    note_loss(fmt::format(
        "A journal lies beside the file ({}) whose header is broken: SQLite would take no notice of it, and it is left out.",
        name));
    return;
  }
  auto header = header_with(journal.before);
  if (journal.before.page_count > 0 && page_size_in(header) != journal.before.page_size) {
    note_loss(fmt::format(
        "A journal lies beside the file ({}) that belongs to another database: it is left out.", name));
    return;
  }
  header_ = std::move(header);
  put(std::move(journal.before));
  std::string note = fmt::format(
      "A journal lies beside the file ({}): a program is writing to the file or was interrupted. "
      "{} pages are shown as they were before.",
      name, places_.size());
  if (journal.missing > 0)
    note +=
        fmt::format(" {} pages cannot be read from the journal and may be half-written.", journal.missing);
  if (journal.missing > 0)
    note_loss(std::move(note));
  else
    notes_.push_back(std::move(note));
}

void JournalFiles::include_log(const CancelToken& cancel) {
  const std::string name = log_.path.filename().string();
  auto log = read_write_ahead_log(log_.file, cancel);
  if (!log) {
    note_loss(fmt::format(
        "A write-ahead log lies beside the file ({}) whose header is broken: SQLite would take no notice of it, and it is left out.",
        name));
    return;
  }
  const size_t committed = last_of_each(log->committed.places, log->committed.page_count).size();
  // Frames of an earlier run have been copied into the file already.
  if (committed + log->skipped == 0) return;
  // SQLite would mix the two: the log of a replaced database can remain next to another export.
  auto header = header_with(log->committed);
  const bool has_logs =
      header_.size() == kHeaderBytes && (header_[18] == kVersionWithLog || header_[19] == kVersionWithLog);
  if (!has_logs || page_size_in(header_) != log->committed.page_size ||
      page_size_in(header) != log->committed.page_size) {
    note_loss(fmt::format(
        "A write-ahead log lies beside the file ({}) that belongs to another database: it is left out.",
        name));
    return;
  }
  std::string note = fmt::format(
      "A write-ahead log lies beside the file ({}); its {} committed pages are included", name, committed);
  if (log->skipped > 0)
    note += fmt::format(", {} pages that were not committed are left out", log->skipped);
  if (log->skipped > 0)
    note_loss(note + ".");
  else
    notes_.push_back(note + ".");
  if (committed == 0) return;
  header_ = std::move(header);
  put(std::move(log->committed));
}

void JournalFiles::note_loss(std::string note) {
  losses_.push_back(note);
  notes_.push_back(std::move(note));
}

// Later changes override earlier ones.
void JournalFiles::put(PageChanges changes) {
  page_count_ = changes.page_count;
  places_.insert(places_.end(), changes.places.begin(), changes.places.end());
  places_ = last_of_each(std::move(places_), changes.page_count);
}

std::vector<unsigned char> JournalFiles::header_with(const PageChanges& changes) const {
  if (changes.page_count == 0) return {};
  const PageLocation* first = nullptr;
  for (const PageLocation& place : changes.places)
    if (place.page == 1) first = &place;
  if (first == nullptr) return header_;
  std::vector<unsigned char> header(kHeaderBytes);
  if (!first->file->read(first->offset, header.size(), header.data())) header.clear();
  return header;
}

bool JournalFiles::changed() const {
  return stamp_of(journal_.path) != journal_.stamp || stamp_of(log_.path) != log_.stamp;
}

}  // namespace nsys_ai
