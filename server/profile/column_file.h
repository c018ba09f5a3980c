// A file that holds all that a load of one profile made.
//
// Behind a header lie the arrays of all columns, as they are in memory, then everything else, and a checksum
// of each block of the arrays. The header has a checksum of its own and one of what follows the arrays.
#pragma once

#include <filesystem>
#include <optional>

#include "base/result.h"
#include "base/work.h"
#include "profile/profile.h"
#include "profile/source_identity.h"

namespace nsys_ai {

// Of the arrays and everything else, about.
int64_t column_file_bytes(const ProfileData& data);

// False when the file cannot be written or the work is cancelled; then what is there is of no use. It is not
// forced onto the disk: what a crash leaves behind fails its checksums.
bool write_column_file(const ProfileData& data, const SourceIdentity& source,
                       const std::filesystem::path& path, const CancelToken& cancel);

enum class ColumnsRead {
  done,
  absent,   // there is no such file, or none that can be opened
  useless,  // of another state of the profile or another build, damaged, or made to deceive
  no_room,  // good so far, and too large for the memory that is left
  cancelled
};

// A file that other programs change meanwhile does no harm: blocks are copied first and believed then, and no
// number is taken that leads out of its list. Times are such as a load takes. `data` is of use only when it
// is done; its path and its size are left as they are.
ColumnsRead read_column_file(const std::filesystem::path& path, const SourceIdentity& source,
                             const Work& work, ProfileData& data);

}  // namespace nsys_ai
