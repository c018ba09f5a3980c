// What the words of a question ask for, against what a query gives.
#pragma once

#include <string>
#include <vector>

namespace nsys_ai::inline agent {

// Whether the words of a frame ask for another kind of thing than the template gives, however like they are
// to its wordings.
bool asks_for_another(const std::vector<std::string>& words, const std::string& query_template);
// `(including copies)` beside a query of kernels alone.
bool includes_more(const std::vector<std::string>& remark, const std::string& query_template);

}  // namespace nsys_ai::inline agent
