// The files that belong to a database file: a rollback journal, and a write-ahead log.
//
// Both are only read: no lock is taken, nothing is rolled back or copied on the disk, and no index of the log
// is created.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/work.h"
#include "profile/sqlite_file/page_location.h"

namespace nsys_ai {

// Detects whether a database has changed: its file, and its journal files.
struct DatabaseStamp {
  FileStamp file;
  FileStamp journal;
  FileStamp log;

  friend bool operator==(const DatabaseStamp&, const DatabaseStamp&) = default;
};
DatabaseStamp database_stamp_of(const std::filesystem::path& path);

// Immutable. The locations it lists refer to files that it keeps open, so it cannot be moved.
class JournalFiles {
 public:
  // `file` is the database file at `path`. Any problem of a journal file becomes a note.
  JournalFiles(const std::filesystem::path& path, const ReadableFile& file, const CancelToken& cancel);
  JournalFiles(const JournalFiles&) = delete;
  JournalFiles& operator=(const JournalFiles&) = delete;

  // The distinct locations of pages that differ from the file's, sorted by page.
  const std::vector<PageLocation>& places() const { return places_; }
  // Number of pages of the database, where the file alone does not determine it.
  std::optional<uint32_t> page_count() const { return page_count_; }
  // The first bytes of the database; fewer where the file is shorter.
  const std::vector<unsigned char>& header() const { return header_; }
  // For users of the profile: which files were found, and how they were used.
  const std::vector<std::string>& notes() const { return notes_; }
  // The notes about data loss.
  const std::vector<std::string>& losses() const { return losses_; }
  // Whether there was any journal file, even without content.
  bool present() const { return journal_.stamp != FileStamp() || log_.stamp != FileStamp(); }
  // Whether one of them was written, created or removed since.
  bool changed() const;

 private:
  struct JournalFile {
    std::filesystem::path path;
    ReadableFile file;
    FileStamp stamp;
  };

  bool open(JournalFile& journal_file, const char* what);
  void undo_journal();
  void include_log(const CancelToken& cancel);
  // Adds a note about data loss.
  void note_loss(std::string note);
  void put(PageChanges changes);
  std::vector<unsigned char> header_with(const PageChanges& changes) const;

  JournalFile journal_;
  JournalFile log_;
  std::vector<PageLocation> places_;
  std::optional<uint32_t> page_count_;
  std::vector<unsigned char> header_;
  std::vector<std::string> notes_;
  std::vector<std::string> losses_;
};

// 0 where the header has no valid page size.
uint32_t page_size_in(const std::vector<unsigned char>& header);

}  // namespace nsys_ai
