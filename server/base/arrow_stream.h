// Rows in Arrow's format for streams (IPC), which pyarrow, DuckDB, Spark and others read without conversion.
// https://arrow.apache.org/docs/format/Columnar.html
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/row_set.h"
#include "base/value.h"

namespace nsys_ai {

using ArrowMetadata = std::vector<std::pair<std::string, std::string>>;

// A stream is a schema, any number of batches, and an end. Integers are int64, real numbers double, texts
// UTF-8; all may be null. The metadata of a field hold its unit and its meaning, as the program names them.
std::string arrow_schema(const std::vector<Column>& columns, const ArrowMetadata& metadata);
std::string arrow_batch(const std::vector<Column>& columns, const RowSet& rows, size_t from, size_t to);
std::string arrow_end();

// The whole stream, in batches of moderate size.
std::string arrow_stream(const std::vector<Column>& columns, const RowSet& rows,
                         const ArrowMetadata& metadata);

}  // namespace nsys_ai
