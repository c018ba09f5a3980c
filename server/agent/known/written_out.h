// What is typed short, written out, and what a remark in brackets leaves of a question.
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai::inline agent {

// The question with abbreviations (`dur`, `bw`, `smem`), columns of an export (`registersPerThread`) and
// numbers of GPUs (`the second GPU (id 1)`) as others write them. What is in quotation marks stays.
std::string written_out(std::string_view question);

// The question without what it has in brackets, and what that is; the second is empty where it has none.
struct Bracketed {
  std::string rest, remark;
};
Bracketed without_brackets(std::string_view question);

}  // namespace nsys_ai::inline agent
