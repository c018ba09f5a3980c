// Reads the complete transactions of an SQLite write-ahead log (`-wal`), without its index.
//
// The format is described at https://www.sqlite.org/fileformat2.html#walformat.
#pragma once

#include <optional>

#include "base/work.h"
#include "profile/sqlite_file/page_location.h"

namespace nsys_ai {

struct WriteAheadLog {
  PageChanges committed;
  // Number of pages in the same run of the log that no complete transaction contains: their writer has not
  // finished or was interrupted, or they are damaged.
  uint64_t skipped = 0;
};
// Empty when the header is invalid; SQLite ignores the file, too. `file` must outlive the result. Ends
// early when cancelled.
std::optional<WriteAheadLog> read_write_ahead_log(const ReadableFile& file, const CancelToken& cancel);

}  // namespace nsys_ai
