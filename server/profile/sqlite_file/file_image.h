// A consistent image of a database between two transactions, read page by page from files that other programs
// may change at any time.
//
// Nothing is locked, written or created next to it. Nothing is mapped, since truncating a mapped file would
// crash the program. A file that is replaced or deleted stays readable.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/sqlite_file/journal_files.h"
#include "profile/sqlite_file/readable_file.h"

namespace nsys_ai {

// Immutable and thread-safe.
class FileImage {
 public:
  // Pages changed by an unfinished transaction have their earlier content; committed pages in a write-ahead
  // log are included. Fails when the readable data is no complete SQLite database, and when the work is
  // cancelled.
  static Result<std::shared_ptr<const FileImage>> open(const std::filesystem::path& path,
                                                       const CancelToken& cancel = {});
  FileImage(const FileImage&) = delete;
  FileImage& operator=(const FileImage&) = delete;

  uint32_t page_size() const { return page_size_; }
  // The bytes of a page with content; the rest is reserved for extensions.
  uint32_t usable_size() const { return usable_size_; }
  // Pages are numbered from 1.
  uint32_t page_count() const { return page_count_; }
  bool is_utf8() const { return is_utf8_; }
  // Reads `count` consecutive pages; false when the file ends early or cannot be read.
  bool read_pages(uint32_t first, uint32_t count, unsigned char* into) const;

  // The size of the file alone when it was opened.
  uint64_t file_bytes() const { return file_.size(); }
  // Which journal files were found and how they were used, in sentences.
  const std::vector<std::string>& notes() const { return journal_files_.notes(); }
  // The notes about data loss.
  const std::vector<std::string>& losses() const { return journal_files_.losses(); }
  // The file itself, without its journal files.
  const ReadableFile& file() const { return file_; }
  // How often the system failed to read the file.
  size_t read_failures() const { return file_.failures(); }
  // Whether there was a journal or a log next to the file, whatever its content.
  bool has_journal_files() const { return journal_files_.present(); }
  // Whether another program wrote to the file or to its journal files since it was opened, so that the data
  // read may be inconsistent. A file that was renamed, replaced or deleted is unchanged.
  bool was_changed() const;
  // The same for a file whose times do not show changes.
  bool has_other_content() const;

 private:
  FileImage(const std::filesystem::path& path, ReadableFile file, const CancelToken& cancel);
  bool read_own_pages(uint32_t first, uint32_t count, unsigned char* into) const;
  // A sum over the first page, which counts transactions, the last page, and some between; empty where one
  // cannot be read. It detects a change that times do not show: a file that was written in place and had its
  // old time restored.
  std::optional<uint64_t> sum_of_some_pages() const;

  ReadableFile file_;
  JournalFiles journal_files_;
  uint32_t page_size_ = 0;
  uint32_t usable_size_ = 0;
  uint32_t page_count_ = 0;
  bool is_utf8_ = true;
  std::optional<uint64_t> sum_;  // when it was opened
};
using FileImagePtr = std::shared_ptr<const FileImage>;

}  // namespace nsys_ai
