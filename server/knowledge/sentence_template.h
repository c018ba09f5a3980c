// Fills the sentences of a page with the numbers of a run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/value.h"

namespace nsys_ai {

// The unit that the end of a column's name says: _ns, _share, _bytes, _gbps; else a count for whole numbers.
Unit unit_of_name(std::string_view name);

// `{name}` becomes what `value_of` says of the name; where it says nothing or an empty text, the `[...]`
// around it is left out, and elsewhere a dash stands there.
std::string filled(std::string_view sentence,
                   const std::function<std::optional<std::string>(std::string_view)>& value_of);

// Up to the first full stop that a blank or the end follows.
std::string_view first_sentence(std::string_view text);

}  // namespace nsys_ai
