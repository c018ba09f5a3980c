// A file that holds everything that a load of one profile produced.
//
// After a header come the arrays of all columns, as they are in memory, then everything else, and a checksum
// of each block of the arrays. The header has a checksum of its own and one of what follows the arrays.
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"
#include "base/work.h"
#include "profile/cache/source_identity.h"
#include "profile/profile.h"

namespace nsys_ai {

// Of the arrays and everything else, about.
int64_t column_file_bytes(const ProfileData& data);

// False when the file cannot be written or the work is cancelled; then its contents are invalid. It is not
// flushed to the disk: what a crash leaves fails its checksums.
bool write_column_file(const ProfileData& data, const SourceIdentity& source,
                       const std::filesystem::path& path, const CancelToken& cancel);

enum class ColumnsRead {
  done,
  absent,   // there is no such file, or none that can be opened
  useless,  // of another state of the profile or another build, damaged, or crafted
  no_room,  // valid so far, and too large for the memory that is left
  cancelled
};

// A file that other programs change meanwhile does no harm: blocks are copied first and validated then, and
// every index is checked against its list. Times are within the bounds of a load. `data` is valid only when
// this is done; its path and its size are left as they are.
ColumnsRead read_column_file(const std::filesystem::path& path, const SourceIdentity& source,
                             const Work& work, ProfileData& data);

}  // namespace nsys_ai
