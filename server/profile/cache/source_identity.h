// Identifies the state of a profile's file, independent of its location.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profile/sqlite_file/file_image.h"

namespace nsys_ai {

// Times are those of the file, in ns. The path and the inode are not used: a file linked elsewhere is the
// same file, and network disks and containers renumber devices. The inode's change time detects a file that
// was replaced or changed with its modification time preserved, as cp -p, rsync and tar do; the page sum
// detects changes that clocks do not.
struct SourceIdentity {
  uint64_t bytes = 0;
  int64_t modified_ns = 0;
  int64_t inode_changed_ns = 0;
  // A sum over the first page, which counts transactions, the last page, and some between.
  uint64_t pages = 0;

  std::string key() const;  // 16 hexadecimal digits
  friend bool operator==(const SourceIdentity&, const SourceIdentity&) = default;
};

enum class SourceKind {
  file,          // a file of the user
  cached_export  // in our cache: no other program writes it, and its times show its last use
};

// Empty where the file alone does not determine the data that was read: it has a journal or a log, it changed
// since it was opened, or it changed less than `stable_ns` before that, so that its times may not reveal the
// next change. The times of an export in the cache are ignored.
std::optional<SourceIdentity> identity_of(const FileImage& image, SourceKind kind, int64_t stable_ns);

}  // namespace nsys_ai
