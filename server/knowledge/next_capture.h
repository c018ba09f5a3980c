// Proposes the command line for the next capture, from docs/CAPTURE.md, compiled in, and the unanswered
// questions.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/answer.h"
#include "knowledge/findings.h"

namespace nsys_ai {

struct FrameworkCapture {
  std::string framework;    // the framework's name, or `none`
  std::string environment;  // environment variables before the command; may be empty
  std::vector<std::string> options;
  std::string to_know;  // sentences
};
// By rank: if several frameworks apply, because one builds on another, the first counts; `none` is the last.
std::span<const FrameworkCapture> framework_captures();

struct NextCapture {
  std::string line;     // "nsys profile --trace=cuda,nvtx,osrt -o next PROGRAM"
  std::string to_know;  // sentences about the framework
};
// For a program that uses these frameworks (names), with the options that unanswered questions and findings
// ask for.
NextCapture next_capture(std::span<const std::string> frameworks, std::span<const Answer> answers,
                         const Findings& findings);

}  // namespace nsys_ai
