// Identifies the state of a profile's file, wherever it is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "profile/sqlite_file/file_image.h"

namespace nsys_ai {

// Times are those of the file, in ns. The path and the inode are left out: a file that is linked elsewhere is
// the same, and network disks and containers renumber devices. The time of the last change of the inode
// detects a file that was put in another's place, or changed, with its time preserved, as cp -p, rsync and
// tar do; the pages detect what clocks do not.
struct SourceIdentity {
  uint64_t bytes = 0;
  int64_t modified_ns = 0;
  int64_t inode_changed_ns = 0;
  uint64_t pages = 0;  // a sum over the first page, which counts transactions, the last, and some between

  std::string key() const;  // 16 hexadecimal digits
  friend bool operator==(const SourceIdentity&, const SourceIdentity&) = default;
};

enum class SourceKind {
  file,          // a file of the user
  cached_export  // in our cache: nobody else writes it, and its times are those of its last use
};

// Nothing while the file alone does not determine what was read: there is a journal or a log next to it, it
// changed since it was opened, or it changed less than `settled_ns` before that, so that its times may not
// reveal the next change. The times of an export in the cache do not count.
std::optional<SourceIdentity> identity_of(const FileImage& image, SourceKind kind, int64_t stable_ns);

}  // namespace nsys_ai
