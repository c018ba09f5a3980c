// What a client gives in megabytes is not given back in megabytes, and costs no seconds.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "server_process.h"
#include "socket_client.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

class LongTexts : public testing::Test {
 protected:
  LongTexts() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) folder = name;
    sketch::write("gpu 0 stream 7   gemm 0..5us\n", (folder / "P.sqlite").string());
    server.emplace(program(), (folder / "log").string(),
                   std::vector<std::string>{"serve", "--listen", (folder / "socket").string()});
    client.emplace(folder / "socket");
    client->begin();
    client->result("nsys/openProfile", R"({"path": ")" + (folder / "P.sqlite").string() + R"("})");
  }
  ~LongTexts() override { fs::remove_all(folder); }

  fs::path folder;
  std::optional<ServerProcess> server;
  std::optional<SocketClient> client;
};

constexpr double kPatience = NSYS_AI_TEST_SANITIZED ? 20 : 2;  // seconds

// Where @ stands for the long text. Each is wrong because of it.
const std::vector<std::pair<std::string, std::string>> kRequests = {
    {"nsys/activateProfile", R"({"profile": "@"})"},
    {"nsys/closeProfile", R"({"profile": "@"})"},
    {"nsys/document", R"({"uri": "@"})"},
    {"nsys/document", R"({"uri": "nsys-ai://@/x.sqlite"})"},
    {"nsys/document", R"({"uri": "nsys-ai://overview/@.sqlite"})"},
    {"nsys/document", R"({"uri": "nsys-ai://kernel$P/k?name=@"})"},
    {"nsys/document", R"({"uri": "nsys-ai://event$P/k?ref=@"})"},
    {"nsys/document", R"({"uri": "nsys-ai://finding$P/k?key=@"})"},
    {"nsys/document", R"({"uri": "nsys-ai://skill$P/k?name=@"})"},
    {"nsys/document", R"({"uri": "nsys-ai://skill$P/k?name=top_kernels&@=1"})"},
    {"nsys/document", R"({"uri": "nsys-ai://iteration$P/k?number=@&process=1"})"},
    {"nsys/explain", R"({"profile": "1", "target": "@"})"},
    {"nsys/explain", R"({"profile": "1", "target": "kernel:@"})"},
    {"nsys/openInPerfetto", R"({"profile": "@"})"},
    {"nsys/openInPerfetto", R"({"profile": "1", "detail": "@"})"},
    {"nsys/openProfile", R"({"path": "/@"})"},
    {"nsys/openTimeline", R"({"profile": "@"})"},
    {"nsys/profileInfo", R"({"profile": "@"})"},
    {"nsys/query", R"({"profile": "1", "sql": "@"})"},
    {"nsys/query", R"({"profile": "1", "sql": "SELECT @ FROM kernel"})"},
    {"nsys/query", R"({"profile": "1", "sql": "SELECT * FROM @"})"},
    {"nsys/query", R"({"profile": "1", "sql": "SELECT @(1) AS a"})"},
    {"nsys/query", R"({"profile": "1", "sql": "SELECT :@"})"},
    {"nsys/query", R"({"profile": "1", "sql": "SELECT count(*) FROM gpu_gap WHERE min_gap = '@'"})"},
    {"nsys/query", R"({"profile": "1", "sql": "SELECT 1", "iteration": "@"})"},
    {"nsys/runSkill", R"({"profile": "1", "skill": "@"})"},
    {"nsys/runSkill", R"({"profile": "1", "skill": "top_kernels", "params": {"@": 1}})"},
    {"nsys/runSkill", R"({"profile": "1", "skill": "top_kernels", "params": {"@": {}}})"},
    {"nsys/runSkill", R"({"profile": "1", "skill": "top_kernels", "params": {"limit": "@"}})"},
    {"nsys/runSkill", R"({"profile": "1", "skill": "gpu_idle_gaps", "params": {"min_gap": "@"}})"},
    {"nsys/viewOpen", R"({"profile": "1", "view": "@"})"},
    {"textDocument/hover", R"({"textDocument": {"uri": "nsys-ai://@/x"}, "position": {"line": 0, "character": 0}})"},
    {"workspace/executeCommand", R"({"command": "@"})"},
    {"workspace/executeCommand", R"({"command": "nsys-ai.suppressFinding", "arguments": [{"finding": "@"}]})"},
    {"workspace/executeCommand", R"({"command": "nsys-ai.unsuppressFinding", "arguments": [{"finding": "@"}]})"},
    {"workspace/textDocumentContent", R"({"uri": "@"})"},
    {"@", "{}"},
};

TEST_F(LongTexts, AreNeitherGivenBackNorLookedAtForLong) {
  const std::string long_text = "\\u200b" + std::string(size_t{1} << 20, 'q') + "\\u001b[2J";
  const std::string profile = (folder / "P.sqlite").string();
  const auto filled = [&](std::string text) {
    if (const size_t at = text.find("$P"); at != std::string::npos) text.replace(at, 2, profile);
    if (const size_t at = text.find('@'); at != std::string::npos) text.replace(at, 1, long_text);
    return text;
  };
  int64_t id = 100;
  for (const auto& [method, params] : kRequests) {
    const auto begun = std::chrono::steady_clock::now();
    client->ask(++id, filled(method), filled(params));
    const Json reply = client->reply();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    const std::string what = method + " " + params;
    ASSERT_EQ(reply.find("id")->if_integer(), id) << what;
    ASSERT_TRUE(reply.find("error")) << what << ": " << reply.compact().substr(0, 500);
    EXPECT_LT(reply.compact().size(), 4000U) << what << ": " << reply.compact().substr(0, 500);
    EXPECT_LT(taken.count(), kPatience) << what;
  }
}

}  // namespace
}  // namespace nsys_ai::test
