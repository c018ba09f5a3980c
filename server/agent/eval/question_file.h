// Files of questions with the answer expected of each; tests/question/README.md has their language.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

struct ExpectedAnswer {
  bool cannot = false;
  std::string value;  // a number as it is written, or a name
  std::string unit;   // `name` for a name
  double within = 0;  // a part of the value
};

struct QuestionCase {
  std::string profile;  // its name in the folder of profiles
  int line = 0;         // of the first wording
  std::vector<std::string> wordings;
  std::string sql;  // empty for none
  ExpectedAnswer answer;
  std::vector<std::string> says;
};

// Fails with `FILE:LINE: what is wrong` on a line that is none of theirs, and on a case that is not whole.
Result<std::vector<QuestionCase>> read_questions(const std::filesystem::path& path);

}  // namespace nsys_ai
