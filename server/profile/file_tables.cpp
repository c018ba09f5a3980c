// Sums over the catalog.
#include "profile/file_tables.h"

#include <algorithm>

namespace nsys_ai {

int64_t rows_read_as(const std::vector<FileTable>& tables, std::string_view family) {
  int64_t rows = 0;
  for (const FileTable& table : tables)
    if (table.read_as == family) rows += std::max<int64_t>(0, table.rows);
  return rows;
}

}  // namespace nsys_ai
