// The title of a column for people: only the quantity, since the cells show the unit.
#pragma once

#include <string>

#include "base/value.h"

namespace nsys_ai {

// "gap" for `gap_ns`, above cells like "4.493 ms"; "share of a" for `share_of_a`. Columns without a
// description come from a query, whose author named them, so they keep their names.
std::string column_title(const Column& column);

}  // namespace nsys_ai
