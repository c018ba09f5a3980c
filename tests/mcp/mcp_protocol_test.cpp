// The frame around the tools: both eras, what is refused, cancels, floods and the end.
#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <set>

#include "agent.h"

namespace nsys_ai::test {
namespace {

constexpr const char* kRun = "repeat 100 every 10us { gpu 0 stream 7   gemm 0..5us   softmax 6..8us }\n";

int64_t code_of(const Json& answer) {
  const Json* code = answer.descend({"error", "code"});
  return code ? code->if_integer().value_or(0) : 0;
}

class McpProtocol : public WithAgent {
 protected:
  McpProtocol() { sketch("P.sqlite", kRun); }
};

TEST_F(McpProtocol, BeginsWithAHandshakeInTheFirstEra) {
  const Json answer =
      agent().ask_plainly("initialize", R"({"protocolVersion":"2025-06-18","capabilities":{}})");
  EXPECT_EQ(*answer.descend({"result", "protocolVersion"}), Json("2025-06-18"));
  EXPECT_EQ(*answer.descend({"result", "serverInfo", "name"}), Json("nsys-ai"));
  agent().notify("notifications/initialized", "{}");
  EXPECT_EQ(agent().ask_plainly("ping").find("result")->compact(), "{}");
  const Json tools = agent().ask_plainly("tools/list");
  EXPECT_TRUE(tools.descend({"result", "tools"}));
  EXPECT_FALSE(tools.descend({"result", "resultType"})) << "is of the other era";
}

TEST_F(McpProtocol, AVersionThatNobodyKnowsGetsTheNewestOfItsEra) {
  const Json answer =
      agent().ask_plainly("initialize", R"({"protocolVersion":"2031-01-01","capabilities":{}})");
  EXPECT_EQ(*answer.descend({"result", "protocolVersion"}), Json("2025-11-25"));
}

TEST_F(McpProtocol, WithoutHandshakeAndWithoutAVersionNothingIsAnswered) {
  EXPECT_EQ(code_of(agent().ask_plainly("tools/list")), -32602);
  EXPECT_EQ(code_of(agent().ask_plainly("server/discover")), -32602);
}

TEST_F(McpProtocol, EachRequestOfTheSecondEraStandsForItself) {
  const Json answer = agent().ask("tools/list");
  EXPECT_EQ(*answer.descend({"result", "resultType"}), Json("complete"));
  EXPECT_EQ(*answer.descend({"result", "cacheScope"}), Json("public"));
  const Json told = agent().ask("server/discover");
  EXPECT_EQ(told.descend({"result", "supportedVersions"})->compact(), R"(["2026-07-28"])");
  EXPECT_EQ(told.descend({"result", "capabilities"})->compact(),
            R"({"prompts":{},"resources":{},"tools":{}})");
  // What this era has no more.
  EXPECT_EQ(code_of(agent().ask("ping")), -32601);
  EXPECT_EQ(code_of(agent().ask("initialize")), -32601);
}

TEST_F(McpProtocol, AnotherVersionIsRefusedWithThoseThatAreSpoken) {
  const Json answer =
      agent().ask("tools/list", R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}})");
  EXPECT_EQ(code_of(answer), -32022);
  EXPECT_EQ(answer.descend({"error", "data"})->compact(),
            R"({"supported":["2026-07-28"],"requested":"2027-01-01"})");
}

TEST_F(McpProtocol, WhatIsNoMessageIsRefusedAndTheNextOneAnswered) {
  for (
      const auto& [line, code] : std::vector<std::pair<std::string, int64_t>>{
          {"{", -32700},
          {"[]", -32600},
          {"7", -32600},
          {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", -32600},
          {R"({"jsonrpc":"2.0","id":{},"method":"ping"})", -32600},
          {R"({"jsonrpc":"2.0","id":"x","method":"nothing/here","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})",
           -32601}}) {
    agent().process().send_bytes(line + "\n");
    EXPECT_EQ(code_of(agent().line().value()), code) << line;
  }
  agent().process().send_bytes("\r\n\n");
  agent().process().send_bytes(std::string(5 << 20, 'x') + "\n");
  EXPECT_EQ(code_of(agent().line().value()), -32600);
  EXPECT_EQ(agent().ask_plainly("ping").find("result")->compact(), "{}");
}

TEST_F(McpProtocol, AToolThatThereIsNotIsAnErrorOfTheProtocolAndABadParameterOneOfTheTool) {
  EXPECT_EQ(code_of(agent().ask("tools/call", R"({"name":"nix"})")), -32602);
  open("P.sqlite");
  for (const auto& [tool, arguments, words] : std::vector<std::array<std::string, 3>>{
           {"overview", R"({"profile":"99"})", "No profile is open under 99."},
           {"overview", R"({})", "arguments.profile: the handle from open_profile is needed"},
           {"overview", R"({"profile":"1","bytes":10})", "bytes: 10 is not between 500 and 200000."},
           {"overview", R"({"profile":"1","words":10})", "There is no parameter words."},
           {"run_skill", R"({"profile":"1","skill":"top_kernel"})", "There is no skill top_kernel"},
           {"run_skill", R"({"profile":"1","skill":"top_kernels","params":{"x":1}})",
            "There is no parameter x"},
           {"run_skill", R"({"profile":"1","skill":"top_kernels","gpus":[5]})", "GPU 5"},
           {"query", R"({"profile":"1","sql":"DELETE FROM kernel"})", "table kernel may not be modified"},
           {"explain", R"({"profile":"1","target":"kernel:0x"})", "Nothing in this profile is kernel:0x."},
           {"schema", R"({"table":"kernels"})", "There is no table kernels."},
           {"search", R"({"profile":"1","text":"x","kinds":["thing"]})", "kinds: thing is none of"},
           {"open_profile", R"({"path":"nowhere.sqlite"})",
            "There is no profile nowhere.sqlite below the folders"}}) {
    const Json result = agent().call(tool, arguments);
    EXPECT_TRUE(is_error(result)) << tool << arguments;
    EXPECT_NE(text_of_result(result).find(words), std::string::npos) << text_of_result(result);
  }
}

TEST_F(McpProtocol, AfterACancelNothingIsSaidOfThatRequest) {
  open("P.sqlite");
  const int64_t slow = agent().begin(
      "tools/call",
      fmt::format(
          R"({{"name":"query","arguments":{{"profile":"{}","sql":"SELECT count(*) FROM kernel a, kernel b, kernel c, kernel d"}}}})",
          handle_));
  agent().notify("notifications/cancelled", fmt::format(R"({{"requestId":{}}})", slow));
  const auto begun = std::chrono::steady_clock::now();
  // The answer to what was asked after it is the next line.
  const Json after = agent().call("schema", "{}");
  EXPECT_FALSE(is_error(after));
  agent().process().close_input();
  EXPECT_FALSE(agent().line());
  EXPECT_EQ(agent().process().exit_code(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(4)) << "the query has 5 s";
}

TEST_F(McpProtocol, AFloodIsAnsweredOrRefusedEachOnce) {
  open("P.sqlite");
  std::set<int64_t> asked;
  for (int at = 0; at < 3000; ++at)
    asked.insert(agent().begin(
        "tools/call",
        fmt::format(R"({{"name":"run_skill","arguments":{{"profile":"{}","skill":"top_kernels"}}}})",
                    handle_)));
  size_t answered = 0;
  for (const size_t all = asked.size(); answered < all; ++answered) {
    const Json answer = agent().line().value();
    EXPECT_EQ(asked.erase(answer.find("id")->if_integer().value()), 1u);
    EXPECT_TRUE(answer.find("result") || code_of(answer) == -32603);
  }
  EXPECT_FALSE(is_error(agent().call("schema", "{}")));
}

TEST_F(McpProtocol, AClientThatIsCutEndsTheServer) {
  open("P.sqlite");
  agent().process().send_bytes(R"({"jsonrpc":"2.0","id":9,"meth)");
  agent().process().close_input();
  EXPECT_EQ(agent().process().exit_code(), 0);
}

TEST_F(McpProtocol, PromptsAndResourcesAreListedAndRead) {
  open("P.sqlite");
  const Json prompts = agent().ask("prompts/list");
  for (const Json& of : *prompts.descend({"result", "prompts"})->if_array()) {
    const Json got = agent().ask(
        "prompts/get",
        fmt::format(R"({{"name":{},"arguments":{{"path":"P.sqlite"}}}})", of.find("name")->compact()));
    EXPECT_NE(got.compact().find("Open the profile P.sqlite"), std::string::npos) << got.compact();
  }
  EXPECT_EQ(code_of(agent().ask("prompts/get", R"({"name":"why_slow"})")), -32602);
  const Json resources = agent().ask("resources/list");
  const auto& list = *resources.descend({"result", "resources"})->if_array();
  EXPECT_GT(list.size(), 30u);
  for (const Json& of : list) {
    const Json read =
        agent().ask("resources/read", fmt::format(R"({{"uri":{}}})", of.find("uri")->compact()));
    ASSERT_TRUE(read.find("result")) << read.compact();
    EXPECT_GT((*read.descend({"result", "contents"})->if_array())[0].find("text")->if_string()->size(), 40u);
  }
  EXPECT_TRUE(
      agent().ask("resources/read", R"({"uri":"nsys-ai:/profile/1/target/kernel:1"})").find("result"));
  EXPECT_EQ(code_of(agent().ask("resources/read", R"({"uri":"file:///etc/passwd"})")), -32602);
  agent().ask_plainly("initialize", R"({"protocolVersion":"2025-11-25"})");
  EXPECT_EQ(code_of(agent().ask_plainly("resources/read", R"({"uri":"nsys-ai:/book/nix"})")), -32002);
}

TEST_F(McpProtocol, LongWorkIsReportedUnderTheTokenThatWasNamed) {
  open("P.sqlite");
  agent().begin(
      "tools/call",
      fmt::format(
          R"({{"name":"run_skill","arguments":{{"profile":"{}","skill":"root_causes"}},"_meta":{{"progressToken":"t"}}}})",
          handle_));
  for (auto line = agent().line(); line; line = agent().line()) {
    if (line->find("result")) break;
    EXPECT_EQ(*line->find("method"), Json("notifications/progress")) << line->compact();
    EXPECT_EQ(*line->descend({"params", "progressToken"}), Json("t"));
  }
}

TEST(McpFolders, AFolderThatThereIsNotIsToldInASentence) {
  Agent agent("/nowhere/at/all", "/dev/null");
  EXPECT_FALSE(agent.line());
  EXPECT_EQ(agent.process().exit_code(), 2);
}

}  // namespace
}  // namespace nsys_ai::test
