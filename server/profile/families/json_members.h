// The members of a flat JSON object, one after the other.
//
// Exports hold samples of metrics as such objects, millions of them. Nested values are stepped over.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace nsys_ai {

// Calls `visit` with the name and the value of each member that is a text or a number, both without quotes
// and with escapes replaced. False when the text is not a JSON object; members before the fault were visited.
bool each_member(std::string_view json,
                 const std::function<void(std::string_view name, std::string_view value)>& visit);

}  // namespace nsys_ai
