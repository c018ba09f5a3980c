// Reads a write-ahead log (`-wal`) of SQLite as far as its transactions are whole, without its index.
//
// The format is described at https://www.sqlite.org/fileformat2.html#walformat.
#pragma once

#include <optional>

#include "base/work.h"
#include "profile/sqlite_file/page_location.h"

namespace nsys_ai {

struct WriteAheadLog {
  PageChanges committed;
  // Pages of the same run of the log that no whole transaction holds: their writer has not finished, was
  // interrupted, or they are damaged.
  uint64_t skipped = 0;
};
// Nothing when the header is none of a log, or broken; SQLite ignores such a file, too. `file` outlives what
// is returned. Ends early when cancelled.
std::optional<WriteAheadLog> read_write_ahead_log(const ReadableFile& file, const CancelToken& cancel);

}  // namespace nsys_ai
