// The location of a database page outside the database file.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/sqlite_file/readable_file.h"

namespace nsys_ai {

struct PageLocation {
  uint32_t page = 0;
  const ReadableFile* file = nullptr;
  uint64_t offset = 0;
};

// Pages of a journal or a log that replace those of the database file, in the order in which it lists them:
// of a page that is listed several times the last location counts.
struct PageChanges {
  std::vector<PageLocation> places;
  uint32_t page_size = 0;
  uint32_t page_count = 0;  // of the database
};

}  // namespace nsys_ai
