// A database as it is between two transactions, read page by page from files that other programs may change
// at any time.
//
// Nothing is locked, written or made beside it, and nothing is mapped: a file that is cut while it is mapped
// ends the program. A file that is replaced or deleted stays readable.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "profile/companions.h"
#include "profile/readable_file.h"

namespace nsys_ai {

// Immutable and thread-safe.
class FileImage {
 public:
  // Pages of a transaction that has not ended are as they were before it; those that a write-ahead log holds
  // are included. Fails when what can be read is no whole SQLite database, and when the work is cancelled.
  static Result<std::shared_ptr<const FileImage>> open(const std::filesystem::path& path,
                                                       const CancelToken& cancel = {});
  FileImage(const FileImage&) = delete;
  FileImage& operator=(const FileImage&) = delete;

  uint32_t page_size() const { return page_size_; }
  // What of a page holds content; the rest is reserved for extensions.
  uint32_t usable_size() const { return usable_size_; }
  // Pages are numbered from 1.
  uint32_t page_count() const { return page_count_; }
  bool is_utf8() const { return is_utf8_; }
  // Reads `count` neighbouring pages; false when the file ends before or cannot be read.
  bool read_pages(uint32_t first, uint32_t count, unsigned char* into) const;

  // The size of the file alone when it was opened.
  uint64_t file_bytes() const { return file_.size(); }
  // What was found beside the file and what was done with it, in sentences.
  const std::vector<std::string>& notes() const { return companions_.notes(); }
  // The file itself, without what lies beside it.
  const ReadableFile& file() const { return file_; }
  // Whether a journal or a log lay beside the file, whatever was in it.
  bool has_companions() const { return companions_.present(); }
  // Whether another program wrote to the file, or to what lies beside it, since it was opened: what was read
  // may be of different times.
  bool was_changed() const;

 private:
  FileImage(const std::filesystem::path& path, ReadableFile file, const CancelToken& cancel);
  bool read_own_pages(uint32_t first, uint32_t count, unsigned char* into) const;

  ReadableFile file_;
  Companions companions_;
  uint32_t page_size_ = 0;
  uint32_t usable_size_ = 0;
  uint32_t page_count_ = 0;
  bool is_utf8_ = true;
};
using FileImagePtr = std::shared_ptr<const FileImage>;

}  // namespace nsys_ai
