// Holds the conversations of tests/rpc/*.test with the real server; UPDATE=1 rewrites what it says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
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

// Whether the server at hand knows a request.
bool served(ServerProcess& server, const std::string& method) {
  Json request;
  request.set("jsonrpc", "2.0");
  request.set("id", method);
  request.set("method", method);
  server.send(request.compact());
  while (const auto body = server.receive()) {
    const auto message = Json::parse(*body);
    const Json* id = message->find("id");
    if (!id || *id != Json(method)) continue;
    const Json* code = message->descend({"error", "code"});
    return !code || *code != Json(-32601);
  }
  return false;
}

TEST(ConversationCoverage, EveryMethodIsCalled) {
  const RunFolder folder;
  ServerProcess server(program(), (folder.path / "server.log").string());
  server.send(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"capabilities":{}}})");
  const auto covered = covered_methods();
  std::string unserved;
  for (const auto& [method, described] : *schema().methods().if_object()) {
    if (covered.contains(method)) continue;
    if (*described.find("sender") == Json("server"))
      unserved += "  " + method + " (sent by the server, in no conversation)\n";
    else if (described.find("result") && !served(server, method))
      unserved += "  " + method + "\n";
    else
      ADD_FAILURE() << "No conversation in tests/rpc gets a good answer to " << method;
  }
  if (!unserved.empty()) std::cout << "Not served, or not seen:\n" << unserved;
}

}  // namespace
}  // namespace nsys_ai::test
