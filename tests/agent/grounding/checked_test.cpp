// What is marked in what a model said: checked.test.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agent/grounding/checked_text.h"
#include "case_file.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

std::string reported_of_check(const WordCase& given) {
  GroundingFacts facts;
  std::string said, sent;
  for (const WordCase::Line& line : given.given) (line.word == "says" ? said : sent) += line.rest + "\n";
  facts.add_text(sent);
  const CheckedText checked = check(said, facts);
  std::string text = checked.text + check_line(checked) + "\n";
  for (const std::string& mismatch : checked.mismatches) text += "! " + mismatch + "\n";
  if (!checked.references.empty()) text += fmt::format("refers to {}\n", fmt::join(checked.references, ", "));
  if (!checked.dropped.empty()) text += fmt::format("drops {}\n", fmt::join(checked.dropped, ", "));
  return text;
}

TEST(CheckedText, MarksWhatWasNotGiven) {
  check_word_cases(source_folder() / "tests" / "agent" / "grounding" / "checked.test", reported_of_check);
}

}  // namespace
}  // namespace nsys_ai::test
