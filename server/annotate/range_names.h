// Recognizes calls that create an NVTX range, by their names.
#pragma once

#include <string_view>
#include <vector>

namespace nsys_ai {

// Whether a name contains NVTX, ignoring case.
bool names_nvtx(std::string_view name);
// Whether a name is that of a domain, whose text is not the name of a range.
bool is_domain(std::string_view name);
// Whether a call of this path creates a range: it contains NVTX, or is a framework's interface.
bool is_range_path(const std::vector<std::string_view>& parts);

}  // namespace nsys_ai
