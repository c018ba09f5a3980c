// The bytes of a profile, read page by page from a file that other programs may change at any time.
//
// Nothing is mapped: a file that is cut while it is mapped ends the program. A file that is replaced or
// deleted stays readable through the descriptor.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.h"

namespace nsys_ai {

// Immutable and thread-safe.
class FileImage {
 public:
  // Fails when the file cannot be read or its header is none of an SQLite database.
  static Result<FileImage> open(const std::filesystem::path& path);
  FileImage(FileImage&& other) noexcept;
  FileImage& operator=(FileImage&& other) noexcept;
  ~FileImage();

  uint32_t page_size() const { return page_size_; }
  // What of a page holds content; the rest is reserved for extensions.
  uint32_t usable_size() const { return usable_size_; }
  // Pages are numbered from 1.
  uint32_t page_count() const { return page_count_; }
  bool is_utf8() const { return is_utf8_; }
  // Reads `count` neighbouring pages; false when the file ends before or cannot be read.
  bool read_pages(uint32_t first, uint32_t count, unsigned char* into) const;

 private:
  FileImage() = default;
  int file_ = -1;
  uint32_t page_size_ = 0;
  uint32_t usable_size_ = 0;
  uint32_t page_count_ = 0;
  bool is_utf8_ = true;
};

}  // namespace nsys_ai
