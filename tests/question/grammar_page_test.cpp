// docs/ASK.md shows questions: each is answered, or is not, as the page says.
#include "question/grammar_page.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "question/answer.h"
#include "question/grammar.h"
#include "tests/support/places.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

// The run that comes with the program, and which the page's names and numbers are of.
class AskPage : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream in(source_folder() / "tests/support/example.sketch", std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    sketch::write(text, (folder_ / "example.sqlite").string(), "2025.1");
    auto loaded = load_profile(folder_ / "example.sqlite");
    ASSERT_TRUE(loaded) << loaded.error().message;
    profile_ = *loaded;
  }

  AskAnswer answer_to(const std::string& question, const std::string& after = {}) {
    auto answer = ask(profile_, answers_, {question, after});
    EXPECT_TRUE(answer) << question;
    return answer ? *answer : AskAnswer{};
  }

  TemporaryFolder folder_;
  ProfilePtr profile_;
  AnswerCache answers_;
};

TEST_F(AskPage, EveryExampleIsReadAsThePageSays) {
  for (const GrammarExample& example : grammar_examples()) {
    const AskAnswer answer = answer_to(example.question);
    const std::string told =
        example.question + "\n  " + answer.understood + "\n  " + answer.text + answer.reason;
    if (example.is_refused) {
      EXPECT_NE(answer.outcome, AskOutcome::answered) << told;
      EXPECT_EQ(answer.instead.size(), 3U) << told;
      continue;
    }
    EXPECT_NE(answer.outcome, AskOutcome::closest) << told;
    ASSERT_TRUE(answer.query) << told;
    if (!example.topic.empty()) {
      EXPECT_EQ(answer.query->topic, example.topic) << told;
    }
    // This run has no samples, say: then it is told how to capture them.
    if (answer.outcome == AskOutcome::refused) {
      EXPECT_FALSE(answer.capture.empty()) << told;
    }
  }
}

TEST_F(AskPage, AQuestionAfterItNamesWhatIsDifferent) {
  const std::string before = answer_to("how many kernels ran on GPU 0?").understood;
  EXPECT_EQ(before, "number of kernels on GPU 0");
  EXPECT_EQ(answer_to("and on GPU 1?", before).understood, "number of kernels on GPU 1");
  EXPECT_EQ(answer_to("and inside \"forward\"?", before).understood,
            "number of kernels inside \"forward\" on GPU 0");
}

// A sentence beside it is set aside; one that has a number is not passed over.
TEST_F(AskPage, TheLastSentenceThatAsksIsAnswered) {
  const AskAnswer answer = answer_to("I train a model. How long is the longest gap?");
  EXPECT_EQ(answer.outcome, AskOutcome::answered);
  EXPECT_EQ(answer.set_aside, std::vector<std::string>{"I train a model"});
  EXPECT_EQ(answer_to("My step is 40 ms. How long is the longest gap?").outcome, AskOutcome::closest);
}

}  // namespace
}  // namespace nsys_ai::test
