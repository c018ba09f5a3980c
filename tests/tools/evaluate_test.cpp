// Measuring answers is exact: a model that a test plays is right, wrong and silent as often as it is told.
#include <gmock/gmock.h>

#include <fstream>

#include "asked_in_words.h"
#include "tools/evaluate.h"

namespace nsys_ai::test {
namespace {

using testing::HasSubstr;

class Evaluated : public AskedInWords {
 protected:
  std::filesystem::path questions(const std::string& text) const {
    const auto file = home_ / "questions.test";
    write_bytes(file, text);
    return file;
  }
};

constexpr const char* kQuestions =
    "profile example\n"
    "\n"
    "question how many kernels ran\n"
    "question number of kernels\n"
    "question count the kernels\n"
    "sql select count(*) from CUPTI_ACTIVITY_KIND_KERNEL\n"
    "answer 3936 count\n"
    "\n"
    "question what is the clock frequency of the CPU\n"
    "question CPU clock frequency\n"
    "question how fast is the CPU's clock\n"
    "answer cannot\n";

TEST_F(Evaluated, CountsWhatIsRightWithAndWithoutAModel) {
  FakeService service(script(R"(
    turn
    tokens 1000 10
    say There are 3,936 kernels.
    turn
    tokens 300 30
    call query {"sql": "select count(*) from kernel"}
    turn
    tokens 500 20
    say There are 3,937 kernels.
    turn
    tokens 600 20
    say There are 3,937 kernels.
    turn
    say The capture does not tell.
    turn
    say The CPU runs at 3 GHz.
    turn
    say The CPU runs at 3 GHz.
  )"));
  EvaluationRequest request;
  request.files = {questions(kQuestions)};
  request.profiles = example_file().parent_path();
  request.model = access_to(service);
  ASSERT_TRUE(set_model_consent(*request.model, true));
  const auto evaluation = evaluate(request, {});
  ASSERT_TRUE(evaluation) << evaluation.error().message;
  ASSERT_EQ(evaluation->measured.size(), 3U);
  const Measured& without = evaluation->measured[0];
  EXPECT_EQ(without.right, 2);
  EXPECT_EQ(without.asked(), 2);
  EXPECT_EQ(without.usage.input, 0);
  const Measured& model = evaluation->measured[1];
  EXPECT_EQ(model.right, 2);
  EXPECT_EQ(model.figures, 1);
  EXPECT_EQ(model.checked, 1);
  EXPECT_EQ(model.usage.input, 1000 + 100);
  const Measured& sql = evaluation->measured[2];
  EXPECT_EQ(sql.right, 0);
  EXPECT_EQ(sql.wrong, 2);
  EXPECT_EQ(sql.figures, 2);
  EXPECT_EQ(sql.checked, 0);
  EXPECT_EQ(sql.tool_calls, 1);
  EXPECT_EQ(sql.usage.input, 300 + 500 + 600 + 100 + 100);
  EXPECT_EQ(heard_tools(service.requests()[1]), (std::vector<std::string>{"query", "schema"}));
}

TEST_F(Evaluated, QuestionsThatAreNoneAreToldWithTheirPlace) {
  EvaluationRequest request;
  request.profiles = example_file().parent_path();
  for (const auto& [text, wrong] : std::vector<std::pair<std::string, std::string>>{
           {"question a\n", "questions.test:1: no profile is named"},
           {"profile p\n\nquestion a\nanswer 1 count\n\n",
            "questions.test:5: an answer without its SQL"},
           {"profile p\n\nanswer one\n", "questions.test:3: an answer has a number and a unit"},
           {"profile p\n\nwhat now\n", "questions.test:3: no line begins with"}}) {
    request.files = {questions(text)};
    const auto evaluation = evaluate(request, {});
    ASSERT_FALSE(evaluation);
    EXPECT_THAT(evaluation.error().message, HasSubstr(wrong));
  }
}

}  // namespace
}  // namespace nsys_ai::test
