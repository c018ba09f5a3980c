// Parses the members of a flat JSON object in order.
//
// Exports store millions of metric samples as such objects. Nested values are skipped.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace nsys_ai {

// Calls `visit` with the name and value of each member that is a text or a number, both without quotes and
// with escapes replaced. Returns false when the text is not a JSON object; members before the error were
// visited.
bool each_member(std::string_view json,
                 const std::function<void(std::string_view name, std::string_view value)>& visit);

}  // namespace nsys_ai
