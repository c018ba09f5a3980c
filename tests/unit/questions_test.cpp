// A veteran's questions are answered of every capture, or it is said why not and what to capture.
#include <gtest/gtest.h>

#include "profile/load/load.h"
#include "tests/support/places.h"
#include "view/pages/questions_page.h"

namespace nsys_ai::test {
namespace {

class Questions : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(Questions, AreAnsweredOrNotWithAReason) {
  const auto profile = load_profile(GetParam());
  ASSERT_TRUE(profile) << profile.error().message;
  const auto answered = answered_questions(**profile, {}, {});
  ASSERT_TRUE(answered) << answered.error().message;
  EXPECT_EQ(answered->size(), book_questions().size());
  size_t told = 0;
  for (const AnsweredQuestion& of : *answered) {
    SCOPED_TRACE(of.question->text);
    EXPECT_TRUE(of.text.ends_with(".")) << of.text;
    EXPECT_EQ(of.text.find_first_of("\n{}"), std::string::npos) << of.text;
    EXPECT_EQ(of.text.find("canary"), std::string::npos) << of.text;
    EXPECT_EQ(of.capture.empty(), of.answer.outcome != Outcome::cannot_answer) << of.capture;
    if (of.answer.outcome == Outcome::rows) ++told;
  }
  std::cout << "    " << told << " of " << answered->size() << " answered with figures\n";
}

INSTANTIATE_TEST_SUITE_P(Captures, Questions, ::testing::ValuesIn(captures()), [](const auto& info) {
  std::string name = info.param.stem().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
});
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Questions);

}  // namespace
}  // namespace nsys_ai::test
