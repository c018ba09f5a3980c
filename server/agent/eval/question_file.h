// Reads files of questions with their expected answers; tests/question/README.md defines the format.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace nsys_ai {

struct ExpectedAnswer {
  bool cannot = false;
  std::string value;  // a number as written, or a name
  std::string unit;   // `name` for a name
  double within = 0;  // tolerance, as a fraction of the value
};

struct QuestionCase {
  std::string profile;  // file name in the folder of profiles
  int line = 0;         // of the first wording
  std::vector<std::string> wordings;
  std::string sql;  // empty for none
  ExpectedAnswer answer;
  std::vector<std::string> says;
};

// Fails with `FILE:LINE: what is wrong` on an invalid line and on an incomplete case.
Result<std::vector<QuestionCase>> read_questions(const std::filesystem::path& path);

}  // namespace nsys_ai
