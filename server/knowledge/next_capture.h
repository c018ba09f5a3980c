// The line with which a program is to be captured next: docs/CAPTURE.md, compiled in, and what was not
// answered.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/answer.h"
#include "knowledge/findings.h"

namespace nsys_ai {

struct FrameworkCapture {
  std::string framework;    // its name, or `none`
  std::string environment;  // before the command; may be empty
  std::vector<std::string> options;
  std::string to_know;  // sentences
};
// By rank: of several that stand on one another the first counts; `none` is the last.
std::span<const FrameworkCapture> framework_captures();

struct NextCapture {
  std::string line;     // "nsys profile --trace=cuda,nvtx,osrt -o next PROGRAM"
  std::string to_know;  // of the framework
};
// For a program of these frameworks (names), with the options that unanswered questions and findings name.
NextCapture next_capture(std::span<const std::string> frameworks, std::span<const Answer> answers,
                         const Findings& findings);

}  // namespace nsys_ai
