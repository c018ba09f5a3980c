// Which calls make an NVTX range, by their names.
#pragma once

#include <string_view>
#include <vector>

namespace nsys_ai {

// Whether NVTX stands in a name, in either case.
bool names_nvtx(std::string_view name);
// Whether a name is that of a domain, whose text names no range.
bool is_domain(std::string_view name);
// Whether a call of this path makes a range: NVTX stands in it, or it is an interface of a framework.
bool is_range_path(const std::vector<std::string_view>& parts);

}  // namespace nsys_ai
