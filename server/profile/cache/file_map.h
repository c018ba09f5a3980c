// A file of the cache in memory, of which the system reads what is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

namespace nsys_ai {

// Immutable. Stays valid when the file is removed.
class FileMap {
 public:
  // Null for a file that may change or fail under the map, which would end the program: one of another user,
  // one that others may write to, one that is not on a disk of this machine; and for one that is empty or
  // cannot be opened.
  static std::shared_ptr<const FileMap> of(const std::filesystem::path& path);
  FileMap(const FileMap&) = delete;
  FileMap& operator=(const FileMap&) = delete;
  ~FileMap();

  const unsigned char* bytes() const { return bytes_; }
  size_t size() const { return size_; }
  int64_t modified_ns() const { return modified_ns_; }
  // Whether the file has been touched since this machine started. What a crash left incomplete has not.
  bool is_of_this_boot() const { return is_of_this_boot_; }

 private:
  FileMap() = default;

  const unsigned char* bytes_ = nullptr;
  size_t size_ = 0;
  int64_t modified_ns_ = 0;
  bool is_of_this_boot_ = false;
};

}  // namespace nsys_ai
