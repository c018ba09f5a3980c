// The questions of a veteran: docs/root-causes/questions.md, compiled in.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace nsys_ai {

struct BookQuestion {
  std::string phase;
  std::string text;
  std::string asked;                 // a skill with its parameters: `top_kernels limit=10`
  std::vector<std::string> options;  // of `nsys profile`, with which it can be answered
};

// In the order of the page. A page that cannot be read is a defect, and every test meets it.
std::span<const BookQuestion> book_questions();

}  // namespace nsys_ai
