// Information about the tables of a file before any row is read.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// Rows of all tables that are read as this event type, named by `FileTable::read_as`; an upper bound where
// only row ids are known.
int64_t rows_read_as(const std::vector<FileTable>& tables, std::string_view family);

}  // namespace nsys_ai
