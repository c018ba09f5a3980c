// A file that stores everything that a load of one profile produces.
//
// A header is followed by the arrays of all columns as they are in memory, then by all other data, and by a
// checksum of each block of the arrays. The header has a checksum of its own and one of the data after the
// arrays.
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"
#include "base/work.h"
#include "profile/cache/source_identity.h"
#include "profile/profile.h"

namespace nsys_ai {

// Approximate size of the arrays and all other data.
int64_t column_file_bytes(const ProfileData& data);

// Returns false when the file cannot be written or the work is cancelled; its contents are then invalid. It
// is not flushed to the disk, since checksums detect a file that a crash left incomplete. A seal, the time of
// its last change, is in the header.
bool write_column_file(const ProfileData& data, const SourceIdentity& source,
                       const std::filesystem::path& path, const CancelToken& cancel);

enum class ColumnsRead {
  done,
  absent,   // the file is missing or cannot be opened
  useless,  // for another state of the profile or another build, damaged, or forged
  no_room,  // valid so far, but too large for the remaining memory
  cancelled
};

// A file that is as it was sealed, and safe to map (profile/cache/file_map.h), is mapped: only what is
// touched is read. Any other may have been changed, or be changed during the read: blocks are copied before
// they are validated, and every index is checked against its list. Times are within the bounds of a load.
// `data` is valid only when the result is `done`; its path and size are not changed.
ColumnsRead read_column_file(const std::filesystem::path& path, const SourceIdentity& source,
                             const Work& work, ProfileData& data);

}  // namespace nsys_ai
