// What lies beside a database file and is a part of it: a rollback journal, and a write-ahead log.
//
// Both are only read: no lock is taken, nothing is undone or copied on the disk, and no index of the log is
// made.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/work.h"
#include "profile/page_place.h"

namespace nsys_ai {

// Tells whether a database is still what it was: its file, and what lies beside it.
struct DatabaseStamp {
  FileStamp file;
  FileStamp journal;
  FileStamp log;

  friend bool operator==(const DatabaseStamp&, const DatabaseStamp&) = default;
};
DatabaseStamp database_stamp_of(const std::filesystem::path& path);

// Immutable. The places it lists refer to files that it keeps open, so it stays where it was made.
class Companions {
 public:
  // `file` is the database file at `path`. Whatever is wrong with a companion becomes a note.
  Companions(const std::filesystem::path& path, const ReadableFile& file, const CancelToken& cancel);
  Companions(const Companions&) = delete;
  Companions& operator=(const Companions&) = delete;

  // Where pages lie that differ from the file's: sorted by page, each once.
  const std::vector<PagePlace>& places() const { return places_; }
  // Of the database, where the file alone does not tell it.
  std::optional<uint32_t> page_count() const { return page_count_; }
  // The first bytes of the database; fewer where the file ends before.
  const std::vector<unsigned char>& header() const { return header_; }
  // For those who read the profile: what was found, and what was done with it.
  const std::vector<std::string>& notes() const { return notes_; }
  // Whether there was any, whatever was in it.
  bool present() const { return journal_.stamp != FileStamp() || log_.stamp != FileStamp(); }
  // Whether one of them was written, made or removed since.
  bool changed() const;

 private:
  struct Companion {
    std::filesystem::path path;
    ReadableFile file;
    FileStamp stamp;
  };

  bool open(Companion& companion, const char* what);
  void undo_journal();
  void include_log(const CancelToken& cancel);
  void put(PageChanges changes);
  std::vector<unsigned char> header_with(const PageChanges& changes) const;

  Companion journal_;
  Companion log_;
  std::vector<PagePlace> places_;
  std::optional<uint32_t> page_count_;
  std::vector<unsigned char> header_;
  std::vector<std::string> notes_;
};

// 0 where the header tells no size that a page can have.
uint32_t page_size_in(const std::vector<unsigned char>& header);

}  // namespace nsys_ai
