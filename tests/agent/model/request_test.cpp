// The bodies of requests, in each format, as the files beside this show them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "agent/model/wire_format.h"
#include "base/secret_variables.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

// A conversation with all that can be in one.
ChatRequest conversation() {
  ChatRequest request;
  request.system = "You add words, never numbers.";
  request.tools.push_back({"run_skill", "Runs a skill.",
                           *Json::parse(R"({"type":"object","properties":{"name":{"type":"string"}}})")});
  request.messages.push_back({ChatRole::user, "What is slow?"});
  ChatMessage calling{ChatRole::assistant, "I look."};
  calling.calls.push_back({"call_1", "run_skill", *Json::parse(R"({"name":"top_kernels"})")});
  calling.calls.push_back({"call_2", "run_skill", Json()});
  request.messages.push_back(calling);
  request.messages.push_back({ChatRole::tool, "gemm 12 ms", {}, "call_1"});
  request.messages.push_back({ChatRole::tool, "The arguments are no JSON.", {}, "call_2", true});
  request.messages.push_back({ChatRole::user, "And on GPU 1?"});
  // Ids that are made up begin anew with each reply.
  ChatMessage again{ChatRole::assistant, ""};
  again.calls.push_back({"call_1", "explain", *Json::parse(R"({"target":"kernel:7"})")});
  request.messages.push_back(again);
  request.messages.push_back({ChatRole::tool, "a kernel", {}, "call_1"});
  return request;
}

class Requests : public testing::TestWithParam<std::string> {};

TEST_P(Requests, LookAsTheServiceExpects) {
  const WireFormat& format = *wire_format_named(GetParam());
  const fs::path path = source_folder() / "tests/agent/model" / (GetParam() + "_request.json");
  const std::string got = format.body(conversation(), {"some-model"}).pretty() + "\n";
  if (std::getenv("UPDATE") != nullptr) std::ofstream(path) << got;
  std::ifstream file(path);
  EXPECT_EQ(got, std::string(std::istreambuf_iterator<char>(file), {}));
}

INSTANTIATE_TEST_SUITE_P(Model, Requests, testing::Values("anthropic", "ollama", "openai"),
                         [](const auto& info) { return info.param; });

TEST(Formats, HaveKeysThatNoChildIsGiven) {
  for (const WireFormat& format : wire_formats())
    EXPECT_TRUE(format.key_variable.empty() || std::find(kSecretVariables.begin(), kSecretVariables.end(),
                                                         format.key_variable) != kSecretVariables.end())
        << format.name;
}

// Earlier calls stand in the conversation, so that the tools must too where a service looks for them.
TEST(Formats, AskForWordsAlone) {
  ChatRequest request = conversation();
  request.may_call = false;
  const auto body = [&](const std::string& name) { return wire_format_named(name)->body(request, {"m"}); };
  EXPECT_EQ(body("anthropic").find("tool_choice")->compact(), R"({"type":"none"})");
  EXPECT_EQ(body("openai").find("tool_choice")->compact(), R"("none")");
  EXPECT_TRUE(body("openai").find("tools"));
  EXPECT_FALSE(body("ollama").find("tools"));
}

// Only its own service is known to take the new name of the limit.
TEST(Formats, LimitTokensAsTheServiceCallsIt) {
  const WireFormat& openai = *wire_format_named("openai");
  EXPECT_TRUE(openai.body(conversation(), {"m", true}).find("max_completion_tokens"));
  EXPECT_TRUE(openai.body(conversation(), {"m", false}).find("max_tokens"));
}

}  // namespace
}  // namespace nsys_ai::test
