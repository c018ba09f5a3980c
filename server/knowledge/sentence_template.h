// Fills templates of sentences with the numbers of a run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/value.h"

namespace nsys_ai {

// The unit from the suffix of a column's name: _ns, _share, _bytes, _gbps; otherwise a count for integers.
Unit unit_of_name(std::string_view name);

// Replaces `{name}` with the result of `value_of`. If that is null or empty, the `[...]` around it is
// skipped; outside of brackets it becomes a dash.
std::string filled(std::string_view sentence,
                   const std::function<std::optional<std::string>(std::string_view)>& value_of);

// The text up to the first full stop before a blank or the end.
std::string_view first_sentence(std::string_view text);

}  // namespace nsys_ai
