// Reads a rollback journal (`-journal`) of SQLite, which has the original pages of an unfinished transaction.
//
// The format is described at https://www.sqlite.org/fileformat2.html#the_rollback_journal.
#pragma once

#include "profile/sqlite_file/page_location.h"

namespace nsys_ai {

struct RollbackJournal {
  enum class State {
    none,    // empty, or left by a finished transaction: nothing to roll back
    broken,  // no valid header: SQLite ignores the file, too
    hot      // the transaction is unfinished, or was interrupted
  };
  State state = State::none;
  PageChanges before;
  // Number of pages that the journal's header lists but the journal lacks; the file's versions may be partly
  // written.
  uint64_t missing = 0;
};
// `page_size` is that of the database file, for journals that do not state it. `file` must outlive the
// result.
RollbackJournal read_rollback_journal(const ReadableFile& file, uint32_t page_size);

}  // namespace nsys_ai
