// What the tables of a file tell before anything of them is read.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// Rows of all tables that are read as this family, whose name is that of `FileTable::read_as`; where only row
// ids tell, at the most so many.
int64_t rows_read_as(const std::vector<FileTable>& tables, std::string_view family);

}  // namespace nsys_ai
