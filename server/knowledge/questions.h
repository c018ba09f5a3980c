// The questions that an experienced engineer asks: docs/root-causes/questions.md, compiled in.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace nsys_ai {

struct BookQuestion {
  std::string phase;
  std::string text;
  std::string asked;                 // a skill with its parameters: `top_kernels limit=10`
  std::vector<std::string> options;  // options of `nsys profile` that make it answerable
};

// In the order of the page. A page that does not parse is a defect, which every test would find.
std::span<const BookQuestion> book_questions();

}  // namespace nsys_ai
