// What a person at a terminal sees while a language model is waited for, and how soon Ctrl-C ends that.
#include <gmock/gmock.h>

#include <chrono>

#include "shell.h"
#include "tests/agent/model/scripted_model.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using Clock = std::chrono::steady_clock;

class Waiting : public testing::Test {
 protected:
  Waiting() { sketch::write("gpu 0 stream 7   gemm 0..100us\n", folder_.path() / "step.sqlite"); }

  // `nsys-ai ask` on a terminal, where Ctrl-C is pressed after three seconds.
  ShellRun asked(const FakeService& service) {
    const std::string model = "--model openai:m --model-url " + service.url();
    EXPECT_EQ(run("nsys-ai model consent --yes " + model).exit_code, 0);
    return run(
        "script -qec 'timeout --foreground --preserve-status -s INT 3 nsys-ai ask step.sqlite "
        "\"How many kernels?\" " +
        model + "' /dev/null");
  }
  ShellRun run(const std::string& command) {
    return run_shell(command, folder_.path(), {{"OPENAI_API_KEY", "sk-1"}, {"TERM", "xterm"}});
  }

  const TempFolder folder_;
};

TEST_F(Waiting, IsShownAndEndsAtOnce) {
  if (run("command -v script").exit_code != 0) GTEST_SKIP() << "There is no script.";
  const FakeService service(answer_by(read_script("turn\nwait 30000\nsay Never.")));
  const auto begun = Clock::now();
  const ShellRun ended = asked(service);
  EXPECT_LT(Clock::now() - begun, std::chrono::milliseconds(4500));
  EXPECT_EQ(ended.exit_code, 130) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("The number of kernels is 1."));
  EXPECT_THAT(ended.output, HasSubstr("waiting for m of 127.0.0.1:"));
  EXPECT_THAT(ended.output, HasSubstr(", 2 s (Ctrl-C stops)"));
  EXPECT_THAT(ended.output, Not(HasSubstr("0 %")));
}

TEST_F(Waiting, TellsHowMuchTheModelHasWritten) {
  if (run("command -v script").exit_code != 0) GTEST_SKIP() << "There is no script.";
  const FakeService service(
      answer_by(read_script("turn\nsplit 40\npause 60\nsay One kernel, and no more than one kernel.")));
  const ShellRun ended = asked(service);
  EXPECT_EQ(ended.exit_code, 0) << ended.output;
  EXPECT_THAT(ended.output, HasSubstr("m writes, "));
  EXPECT_THAT(ended.output, HasSubstr("and no more than one kernel."));
}

}  // namespace
}  // namespace nsys_ai::test
