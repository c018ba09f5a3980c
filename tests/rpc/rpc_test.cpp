// Holds the conversations of tests/rpc/*.test with the real server; UPDATE=1 rewrites what it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>

#include "conversation.h"
#include "schema_check.h"
#include "server_process.h"
#include "talk.h"
#include "tests/support/places.h"

namespace nsys_ai::test {
namespace {

namespace fs = std::filesystem;

const ProtocolSchema& schema() {
  static const ProtocolSchema one((source_folder() / "protocol/protocol.json").string());
  return one;
}

std::vector<fs::path> test_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source_folder() / "tests/rpc"))
    if (entry.path().extension() == ".test") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

// A folder of its own that goes when the test does.
struct RunFolder {
  RunFolder() {
    std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
    if (::mkdtemp(name.data())) path = name;
  }
  ~RunFolder() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;
  fs::path path;
};

std::string read_text(const fs::path& path) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

Conversation hold(const Conversation& conversation) {
  const RunFolder folder;
  try {
    return talk(conversation, schema(), {program(), folder.path});
  } catch (const std::exception& error) {
    ADD_FAILURE() << "== " << conversation.title << "\n"
                  << error.what() << "\nThe server's log:\n"
                  << read_text(folder.path / "server.log");
    return conversation;
  }
}

class Conversations : public testing::TestWithParam<fs::path> {};

TEST_P(Conversations, GoAsWritten) {
  // A mask of many lines takes a frame of the stack for each character, and a sanitizer's frames are large.
  if (NSYS_AI_TEST_SANITIZED && GetParam().filename() == "words.test") GTEST_SKIP() << "The stack is too small.";
  const ConversationFile file = read_conversations(GetParam());
  ConversationFile held{file.preface, {}};
  for (const auto& conversation : file.conversations) held.conversations.push_back(hold(conversation));
  if (const char* update = std::getenv("UPDATE"); update && std::string_view(update) == "1")
    std::ofstream(GetParam()) << text_of(held);
  else
    EXPECT_EQ(text_of(file), text_of(held)) << "UPDATE=1 accepts the answers.";
}

INSTANTIATE_TEST_SUITE_P(Rpc, Conversations, testing::ValuesIn(test_files()),
                         [](const auto& info) { return info.param.stem().string(); });

// What the files ask for and get a good answer to, and what the server sends in them.
std::set<std::string> covered_methods() {
  std::set<std::string> covered = {"initialize", "initialized", "shutdown", "exit"};
  for (const auto& path : test_files())
    for (const auto& conversation : read_conversations(path).conversations) {
      std::map<std::string, std::string> asked;
      for (const Step& step : conversation.steps) {
        std::istringstream words(step.line);
        std::string verb, first, second;
        words >> verb >> first >> second;
        if (step.kind == Step::Kind::sent && verb == "request") asked[first] = second;
        if (step.kind == Step::Kind::received && verb == "reply") covered.insert(asked[first]);
        if (step.kind == Step::Kind::received && verb == "request") covered.insert(second);
        if (verb == "notify") covered.insert(first);
      }
    }
  return covered;
}

// The messages that the server at hand knows: it answers a request, if only that its parameters are wrong,
// and does not note that it ignores a notification.
std::set<std::string> served_methods() {
  const RunFolder folder;
  const std::string log = folder.path / "server.log";
  std::set<std::string> served;
  {
    ServerProcess server(program(), log, {"serve", "--log-level", "debug"});
    const auto send = [&](const std::string& method, bool request) {
      Json message;
      message.set("jsonrpc", "2.0");
      message.set("method", method);
      if (request) message.set("id", method);
      server.send(message.compact());
    };
    const auto answer_to = [&](const std::string& method) -> std::optional<Json> {
      while (const auto body = server.receive()) {
        Json message = *Json::parse(*body);
        const Json* id = message.find("id");
        if (id && *id == Json(method) && !message.find("method")) return message;
      }
      return std::nullopt;
    };
    server.send(R"({"jsonrpc":"2.0","id":"initialize","method":"initialize","params":{"capabilities":{}}})");
    for (const auto& [method, described] : *schema().methods().if_object()) {
      const bool request = described.find("result") != nullptr;
      if (*described.find("sender") == Json("server") || method == "exit" || method == "shutdown") continue;
      if (method != "initialize") send(method, request);
      const auto answer = request ? answer_to(method) : std::nullopt;
      const Json* code = answer ? answer->descend({"error", "code"}) : nullptr;
      if (answer && !(code && *code == Json(-32601))) served.insert(method);
    }
    send("shutdown", true);
    if (answer_to("shutdown")) served.insert("shutdown");
    send("exit", false);
    if (server.exit_code() == 0) served.insert("exit");
  }
  const std::string noted = read_text(log);
  for (const auto& [method, described] : *schema().methods().if_object())
    if (!described.find("result") && method != "exit" &&
        noted.find("The notification " + method + " is ignored.") == std::string::npos)
      served.insert(method);
  return served;
}

// Clients of LSP send it unasked, and there is nothing to trace.
constexpr std::string_view kTakenAndIgnored = "$/setTrace";

// What the server sends only after a time, or to a client that no conversation plays: the test that hears it.
const std::map<std::string, std::string> kHeardElsewhere = {
    {"nsys/writeModelKey", "tests/rpc/model_key_test.cpp"},
    {"window/workDoneProgress/create", "tests/unit/rpc_client_test.cpp"}};

TEST(ConversationCoverage, EveryMethodIsServedAndCalled) {
  const auto covered = covered_methods();
  const auto served = served_methods();
  for (const auto& [method, described] : *schema().methods().if_object()) {
    const bool sent_by_server = *described.find("sender") == Json("server");
    EXPECT_EQ(sent_by_server || served.contains(method), method != kTakenAndIgnored)
        << "Nobody serves " << method << ", or it is no longer ignored.";
    if (const auto elsewhere = kHeardElsewhere.find(method); elsewhere != kHeardElsewhere.end())
      EXPECT_NE(read_text(source_folder() / elsewhere->second).find(method), std::string::npos)
          << elsewhere->second << " does not hear " << method;
    else
      EXPECT_TRUE(covered.contains(method))
          << (sent_by_server ? "In no conversation in tests/rpc the server sends "
                             : "No conversation in tests/rpc gets a good answer to ")
          << method;
  }
}

}  // namespace
}  // namespace nsys_ai::test
