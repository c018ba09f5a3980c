// What a person gets who asks a language model about a profile, whatever the model says and does.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <optional>
#include <thread>
#include <tuple>

#include "agent/consent/sent_log.h"
#include "asked_in_words.h"
#include "tests/support/needs_captures.h"

namespace nsys_ai::test {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using Clock = std::chrono::steady_clock;

ModelQuestion question(const std::string& text) { return {.question = text}; }

class WordsOfModels : public AskedInWords {};

TEST_F(WordsOfModels, WithoutConsentNothingIsSent) {
  const FakeService service(script("turn\nsay Hello."));
  const ModelAccess access = access_to(service);
  const nsys::ModelStatus status = model_status(access);
  EXPECT_TRUE(status.available);
  EXPECT_FALSE(status.consent);
  EXPECT_THAT(status.sends.value_or(""), HasSubstr(*status.host));
  const nsys::Words words = ask(service, example(), question("why is the GPU idle?"), access);
  EXPECT_EQ(words.outcome, "none");
  EXPECT_TRUE(words.needsConsent);
  EXPECT_EQ(service.connections(), 0U);
}

TEST_F(WordsOfModels, ConsentIsForOneWorkspaceOneHostAndNoMoreNames) {
  const FakeService service(script(""));
  ModelAccess access = access_to(service);
  ASSERT_TRUE(set_model_consent(access, true));
  EXPECT_TRUE(model_status(access).consent);
  ModelAccess elsewhere = access;
  elsewhere.workspace = "/another/workspace";
  EXPECT_FALSE(model_status(elsewhere).consent);
  ModelAccess with_names = access;
  with_names.settings.names = NamePolicy::all;
  EXPECT_FALSE(model_status(with_names).consent);
  ModelAccess without_names = access;
  without_names.settings.names = NamePolicy::none;
  EXPECT_TRUE(model_status(without_names).consent);
  ASSERT_TRUE(set_model_consent(access, false));
  EXPECT_FALSE(model_status(without_names).consent);
}

TEST_F(WordsOfModels, EachFormatCallsToolsAndAnswers) {
  for (const char* format : {"anthropic", "ollama", "openai"}) {
    SCOPED_TRACE(format);
    FakeService service(script(R"(
      turn
      call run_skill {"skill": "top_kernels"}
      call explain {"target": "kernel:3821"}
      split 1
      turn
      say The GPUs wait for the host for 23.5 % of the capture, 150.2 ms; see kernel:3821.
    )"));
    const ModelAccess access = access_to(service, format);
    ASSERT_TRUE(set_model_consent(access, true));
    const nsys::Words words = ask(service, example(), question("why is the GPU idle?"), access);
    EXPECT_EQ(words.outcome, "words") << words.reason.value_or("");
    EXPECT_THAT(words.text, HasSubstr("wait for the host for 23.5 % of the capture, 150.2 ms"));
    EXPECT_EQ(words.figures, 2);
    EXPECT_EQ(words.checked, 2);
    EXPECT_THAT(words.unchecked, IsEmpty());
    EXPECT_THAT(words.refs, ElementsAre("kernel:3821"));
    EXPECT_THAT(words.below, HasSubstr("2 of 2 figures checked"));
    EXPECT_EQ(words.toolCalls, 2);
    EXPECT_EQ(words.inputTokens, 200);
    EXPECT_THAT(streamed_, HasSubstr("23.5 % of the capture"));
    const auto requests = service.requests();
    ASSERT_EQ(requests.size(), 2U);
    const auto results = heard_results(requests[1]);
    ASSERT_EQ(results.size(), 2U);
    EXPECT_THAT(results[0], HasSubstr("nvjet"));
    EXPECT_THAT(results[1], HasSubstr("kernel"));
  }
}

// It is sent the text alone, and what is not sent takes none of its room.
TEST_F(WordsOfModels, AllRowsOfAnAnswerArriveThatThereIsRoomFor) {
  FakeService service(script(R"(
    turn
    call run_skill {"skill": "top_kernels", "bytes": 4000}
    turn
    say It waits for the host.
  )"));
  if (captures().empty()) GTEST_SKIP() << needs_captures();
  ask(service, capture("mfu_2gpu_before"), question("why is the GPU idle?"));
  const std::string heard = heard_results(service.requests()[1]).at(0);
  EXPECT_LT(heard.size(), 4300U);
  EXPECT_THAT(heard, HasSubstr("14 of 27 rows")) << heard;
  EXPECT_THAT(heard, HasSubstr("\"flash::flash_fwd_kernel<"));
  EXPECT_THAT(heard, Not(HasSubstr("\"N1\"")));
}

// Where it runs tells nothing of it, and a setting decides.
TEST_F(WordsOfModels, ChoosesAmongFewToolsWhereThatIsSet) {
  for (const auto& [format, tools, few] :
       std::vector<std::tuple<std::string, std::optional<OfferedTools>, bool>>{
           {"openai", std::nullopt, false},
           {"openai", OfferedTools::few, true},
           {"ollama", std::nullopt, true},
           {"ollama", OfferedTools::all, false}}) {
    FakeService service(script("turn\nsay It waits for the host."));
    ModelAccess access = access_to(service, format);
    access.settings.tools = tools;
    ASSERT_TRUE(set_model_consent(access, true));
    ask(service, example(), question("why is the GPU idle?"), access);
    const auto offered = heard_tools(service.requests().at(0));
    // All but the one that reads words.
    EXPECT_EQ(offered.size(), few ? 4U : all_tools().size() - 1) << format;
    EXPECT_EQ(std::ranges::count(offered, "ask_query"), few ? 0 : 1) << format;
    EXPECT_EQ(std::ranges::count(offered, "ask"), 0) << format;
  }
}

TEST_F(WordsOfModels, AWrongFigureIsAskedAboutOnceAndThenMarked) {
  FakeService service(script(R"(
    turn
    say The GPUs wait for the host for 24.6 % of the capture.
    turn
    say The GPUs wait for the host for 25.1 % of the capture.
  )"));
  const nsys::Words words = ask(service, example(), question("why is the GPU idle?"));
  EXPECT_EQ(words.outcome, "words");
  EXPECT_EQ(words.figures, 1);
  EXPECT_EQ(words.checked, 0);
  EXPECT_THAT(words.text, HasSubstr("unverified"));
  const auto requests = service.requests();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_THAT(heard_messages(requests[1]).back().text, HasSubstr("24.6 %"));
}

TEST_F(WordsOfModels, ACorrectedFigureIsNotMarked) {
  FakeService service(script(R"(
    turn
    say The GPUs wait for the host for 24.6 % of the capture.
    turn
    say The GPUs wait for the host for 23.5 % of the capture.
  )"));
  const nsys::Words words = ask(service, example(), question("why is the GPU idle?"));
  EXPECT_EQ(words.checked, 1);
  EXPECT_THAT(words.text, Not(HasSubstr("unverified")));
  EXPECT_THAT(words.text, HasSubstr("23.5 %"));
}

TEST_F(WordsOfModels, LinksImagesAndForeignReferencesGo) {
  FakeService service(script(R"(
    turn
    say Look at ![x](http://127.0.0.1:1/a.png) and [this](http://127.0.0.1:1/b) and kernel:99999999.
    turn
    say Look at ![x](http://127.0.0.1:1/a.png) and [this](http://127.0.0.1:1/b) and kernel:99999999.
  )"));
  const nsys::Words words = ask(service, example(), question("why is the GPU idle?"));
  EXPECT_THAT(words.text, Not(HasSubstr("http")));
  EXPECT_THAT(words.text, Not(HasSubstr("kernel:99999999")));
  EXPECT_THAT(words.refs, IsEmpty());
}

TEST_F(WordsOfModels, WhatWasPaidForOnceCostsNothingAgain) {
  FakeService service(script("turn\nsay It waits for the host."));
  const ModelQuestion subject = question("why is the GPU idle?");
  ModelQuestion kept_only = subject;
  kept_only.kept_only = true;
  EXPECT_EQ(ask(service, example(), kept_only).outcome, "none");
  EXPECT_EQ(service.connections(), 0U);
  EXPECT_FALSE(ask(service, example(), subject).kept);
  const nsys::Words again = ask(service, example(), subject);
  EXPECT_TRUE(again.kept);
  EXPECT_THAT(again.text, HasSubstr("It waits for the host."));
  EXPECT_TRUE(ask(service, example(), kept_only).kept);
  EXPECT_EQ(service.connections(), 1U);
  // Another question, another profile and other names are asked anew.
  EXPECT_FALSE(ask(service, loaded("gpu 0 stream 7   gemm 0..5us\n"), subject).kept);
  EXPECT_EQ(service.connections(), 2U);
}

TEST_F(WordsOfModels, EveryByteThatWasSentIsShownAndNoKey) {
  FakeService service(script("turn\nsay It waits for the host."));
  ask(service, example(), question("why is the GPU idle?"));
  const auto text = sent_text();
  ASSERT_TRUE(text);
  ASSERT_EQ(service.requests().size(), 1U);
  EXPECT_THAT(*text, HasSubstr(service.requests()[0].body));
  EXPECT_THAT(*text, Not(HasSubstr("sk-canary")));
}

TEST_F(WordsOfModels, APolicyTurnsItOffInOneSentence) {
  const FakeService service(script("turn\nsay Hello."));
  ModelAccess access = access_to(service);
  ASSERT_TRUE(set_model_consent(access, true));
  const auto file = home_ / "XDG_CONFIG_HOME" / "nsys-ai" / "policy.json";
  for (const auto& [policy, reason] : std::vector<std::pair<std::string, std::string>>{
           {R"({"ai.enabled": false})", "Language models are turned off by " + file.string()},
           {R"({"ai.enabled": "no"})", "Language models are off: " + file.string() + " is no policy."},
           {"{", "Language models are off: " + file.string() + " is no policy."}}) {
    write_bytes(file, policy);
    EXPECT_FALSE(model_status(access).available);
    const nsys::Words words = ask(service, example(), question("why is the GPU idle?"), access);
    EXPECT_EQ(words.outcome, "none");
    EXPECT_THAT(words.reason.value_or(""), HasSubstr(reason));
  }
  write_bytes(file, R"({"ai.enabled": true})");
  EXPECT_TRUE(model_status(access).available);
  access.settings.enabled = false;
  EXPECT_THAT(model_status(access).reason.value_or(""), HasSubstr("turned off by the setting"));
  EXPECT_EQ(service.connections(), 0U);
}

TEST_F(WordsOfModels, BudgetsHold) {
  FakeService service(script(R"(
    turn
    tokens 900 200
    call overview {}
    turn
    say It waits for the host.
  )"));
  ModelAccess access = access_to(service);
  access.settings.limits.tokens_per_question = 500;
  ASSERT_TRUE(set_model_consent(access, true));
  const ModelQuestion subject = question("why is the GPU idle?");
  nsys::Words words = ask(service, example(), subject, access);
  EXPECT_THAT(words.reason.value_or(""), HasSubstr("more than its 500 tokens"));
  EXPECT_EQ(service.connections(), 0U);

  access.settings.limits.tokens_per_question = 100'000;
  access.settings.limits.tokens_per_day = 1000;
  access.settings.price = ModelPrice{3, 15};
  words = ask(service, example(), subject, access);
  EXPECT_EQ(words.outcome, "words") << words.reason.value_or("");
  EXPECT_NEAR(words.costUsd.value_or(0), (1000 * 3.0 + 220 * 15.0) / 1e6, 1e-9);
  EXPECT_THAT(words.below, HasSubstr("1,220 tokens, 0.0063 dollars"));
  EXPECT_EQ(model_status(access).spent, "1,220 of 1,000 tokens today");
  words = ask(service, example(), question("which kernel takes the most time?"), access);
  EXPECT_THAT(words.reason.value_or(""), HasSubstr("1,000 tokens of today are spent"));
}

TEST_F(WordsOfModels, BudgetsHoldWhateverTheServiceCounts) {
  FakeService nothing(script("turn\ntokens 0 0\nsay It waits for the host."));
  const nsys::Words words = ask(nothing, example(), question("why is the GPU idle?"));
  EXPECT_GT(words.inputTokens, 1000);
  EXPECT_GT(words.outputTokens, 0);
  EXPECT_THAT(words.below, HasSubstr("The service counts no tokens: they are estimated."));

  constexpr const char* kMost = "9223372036854775807";
  FakeService much(
      script(fmt::format("turn\ntokens {} {}\ncall overview {{}}\nturn\nsay Never.", kMost, kMost)));
  const ModelAccess access = access_to(much);
  ASSERT_TRUE(set_model_consent(access, true));
  const ModelQuestion other = question("which kernel takes the most time?");
  EXPECT_THAT(ask(much, example(), other, access).reason.value_or(""), HasSubstr("more than its 100,000"));
  EXPECT_THAT(ask(much, example(), other, access).reason.value_or(""), HasSubstr("of today are spent"));
}

TEST_F(WordsOfModels, ToolsEndInTheTimeOfTheQuestion) {
  FakeService service(script(R"(
    turn
    call query {"sql": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"}
    turn
    say Never.
  )"));
  ModelAccess access = access_to(service);
  access.settings.time_limit = std::chrono::seconds(2);
  ASSERT_TRUE(set_model_consent(access, true));
  const auto begun = Clock::now();
  const nsys::Words words = ask(service, example(), question("why is the GPU idle?"), access);
  EXPECT_LT(Clock::now() - begun, std::chrono::seconds(6));
  EXPECT_THAT(words.reason.value_or(""), HasSubstr("did not answer within 2 s"));
}

TEST_F(WordsOfModels, WhateverTheServiceDoesThereIsAReasonInTime) {
  for (const auto& [turns, reason] : std::vector<std::pair<std::string, std::string>>{
           {"turn\nstatus 401\nbody {}", "key"},
           {"turn\nstatus 404\nbody {}", "scripted"},
           {"turn\nsay Half of it.\ndrop 120", ""},
           {"turn\nbody this is no reply", ""},
           {"turn\nstatus 302\nheader Location: http://127.0.0.1:1/elsewhere", "not followed"},
           {"turn\nsay Slow.\nsplit 1\npause 200", "in time"},
           {"turn\nend refusal\nsay No.", "refused"}}) {
    SCOPED_TRACE(turns);
    FakeService service(script(turns));
    ModelAccess access = access_to(service);
    access.settings.time_limit = std::chrono::seconds(2);
    ASSERT_TRUE(set_model_consent(access, true));
    const auto begun = Clock::now();
    const nsys::Words words = ask(service, example(), question("why is the GPU idle?"), access);
    EXPECT_LT(Clock::now() - begun, std::chrono::seconds(4));
    EXPECT_EQ(words.outcome, "none");
    EXPECT_THAT(words.reason.value_or(""), HasSubstr(reason));
    EXPECT_THAT(words.text, IsEmpty());
  }
}

TEST_F(WordsOfModels, ACancelEndsItAtOnce) {
  FakeService service(script("turn\nsay Never.\nwait 30000"));
  const ModelAccess access = access_to(service);
  ASSERT_TRUE(set_model_consent(access, true));
  const Work work;
  std::thread impatient([&] {
    while (service.requests().empty()) std::this_thread::sleep_for(milliseconds(5));
    work.cancel.cancel();
  });
  const auto begun = Clock::now();
  const nsys::Words words = ask(service, example(), question("why is the GPU idle?"), access, work);
  impatient.join();
  EXPECT_EQ(words.outcome, "error");
  EXPECT_LT(Clock::now() - begun, std::chrono::seconds(10));
}

TEST_F(WordsOfModels, AWrongCallIsToldToTheModel) {
  FakeService service(script(R"(
    turn
    call no_such_tool {}
    call run_skill {"skill": "top_kernel"}
    call run_skill not json at all
    turn
    say It waits for the host.
  )"));
  const nsys::Words words = ask(service, example(), question("why is the GPU idle?"));
  EXPECT_EQ(words.outcome, "words");
  const auto results = heard_results(service.requests()[1]);
  ASSERT_EQ(results.size(), 3U);
  EXPECT_THAT(results[0], HasSubstr("There is no tool"));
  EXPECT_THAT(results[1], HasSubstr("top_kernels"));
  EXPECT_THAT(results[2], HasSubstr("JSON object"));
}

TEST_F(WordsOfModels, AModelThatOnlyCallsToolsComesToAnEnd) {
  FakeService service(answer_by([](const FakeRequest&, size_t) {
    ScriptedTurn turn;
    turn.calls.push_back({"overview", "{}"});
    return turn;
  }));
  const nsys::Words words = ask(service, example(), question("why is the GPU idle?"));
  EXPECT_EQ(words.outcome, "none");
  EXPECT_LE(service.requests().size(), 8U);
}

TEST_F(WordsOfModels, ExplainsATargetAndTheWholeRun) {
  FakeService service(script("turn\nsay A kernel.\nturn\nsay A run."));
  ModelQuestion target;
  target.target = "kernel:3821";
  EXPECT_THAT(ask(service, example(), target).text, HasSubstr("A kernel."));
  EXPECT_THAT(heard_messages(service.requests()[0]).back().text, HasSubstr("kernel:3821"));
  EXPECT_THAT(ask(service, example(), {}).text, HasSubstr("A run."));
  target.target = "kernel:123456789";
  EXPECT_EQ(ask(service, example(), target).outcome, "error");
}

TEST_F(WordsOfModels, PutsTheReportThatWasShownInWordsAndNotTheWholeRun) {
  FakeService service(script("turn\nsay 14.5 ms of that window.\nturn\nsay 14.5 ms again."));
  const ModelQuestion subject{.report = "From 60.4 s to 60.5 s: the GPUs wait for the host for 14.5 ms."};
  const nsys::Words words = ask(service, example(), subject);
  EXPECT_EQ(words.text, "14.5 ms of that window.");
  EXPECT_EQ(words.checked, 1);
  const std::string heard = heard_messages(service.requests()[0]).back().text;
  EXPECT_THAT(heard, HasSubstr(subject.report));
  EXPECT_THAT(heard, Not(HasSubstr("example.sqlite")));
  // Another report is another question.
  ask(service, example(), {.report = "From 60.5 s to 60.6 s: they wait for 14.5 ms."});
  EXPECT_EQ(service.requests().size(), 2U);
}

TEST_F(WordsOfModels, NeverSendsTheNameOfTheMachineThatWasCaptured) {
  FakeService service(script("turn\nsay It is another one."));
  if (captures().empty()) GTEST_SKIP() << needs_captures();
  ask(service, capture("h100_2gpu_1s"), question("What is the host name?"));
  const std::string heard = heard_messages(service.requests()[0]).back().text;
  EXPECT_THAT(heard, HasSubstr("What is the host name?"));
  EXPECT_THAT(heard, Not(HasSubstr("modal")));
}

TEST_F(WordsOfModels, RemembersTheConversation) {
  FakeService service(script("turn\nsay GPU 1, too."));
  ModelQuestion subject = question("and on GPU 1?");
  subject.earlier = {{"why is GPU 0 idle?", "It waits for the host."}};
  ask(service, example(), subject);
  EXPECT_THAT(heard_messages(service.requests()[0]).back().text, HasSubstr("It waits for the host."));
}

}  // namespace
}  // namespace nsys_ai::test
