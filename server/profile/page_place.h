// Where a page of a database lies outside the database file.
#pragma once

#include <cstdint>
#include <vector>

#include "profile/readable_file.h"

namespace nsys_ai {

struct PagePlace {
  uint32_t page = 0;
  const ReadableFile* file = nullptr;
  uint64_t offset = 0;
};

// Pages that a journal or a log puts over those of the database file, in the order in which it lists them: of
// a page that is listed several times the last place counts.
struct PageChanges {
  std::vector<PagePlace> places;
  uint32_t page_size = 0;
  uint32_t page_count = 0;  // of the whole database
};

}  // namespace nsys_ai
