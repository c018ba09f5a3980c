// Reads a rollback journal (`-journal`) of SQLite: pages as they were before a transaction that has not
// ended.
//
// The format is described at https://www.sqlite.org/fileformat2.html#the_rollback_journal.
#pragma once

#include "profile/sqlite_file/page_location.h"

namespace nsys_ai {

struct RollbackJournal {
  enum class State {
    none,    // empty, or left by a transaction that has ended: nothing to undo
    broken,  // no header that SQLite would know: it ignores such a file, too
    hot      // the transaction has not ended, or was interrupted
  };
  State state = State::none;
  PageChanges before;
  // Pages that the journal promises and does not hold; those of the file may be half-written.
  uint64_t missing = 0;
};
// `page_size` is that of the database file, for journals that do not state it. `file` outlives what is
// returned.
RollbackJournal read_rollback_journal(const ReadableFile& file, uint32_t page_size);

}  // namespace nsys_ai
