// What stands above a column that a person reads: the quantity, since its cells say the unit.
#pragma once

#include <string>

#include "base/value.h"

namespace nsys_ai {

// "gap" of `gap_ns`, above cells such as "4.493 ms"; "share of a" of `share_of_a`. Columns without a
// description are those of a query, whose author named them: they keep their names.
std::string column_title(const Column& column);

}  // namespace nsys_ai
