// Writes what the clients of tests/rpc say, one file a conversation, for the server's fuzzer to begin with.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/rpc/conversation.h"

namespace {

namespace fs = std::filesystem;
using nsys_ai::test::Conversation;
using nsys_ai::test::Step;

// As server_fuzzer.cpp reads it. There is one profile, whatever the conversation calls its own.
std::string line_of(const Step& step) {
  std::string text = step.line;
  for (const std::string& more : step.further) text += " " + more;
  text = std::regex_replace(text, std::regex(R"(\$[a-z_]+(?=["/.]))"), "$$P");
  std::istringstream words(text);
  std::string verb, id, method, rest;
  words >> verb;
  if (verb == "bytes") return "!" + text.substr(6);
  if (verb == "body") return text.substr(std::min<size_t>(5, text.size()));
  const bool notify = verb == "notify";
  if (!notify && verb != "request") return "";
  if (!notify) words >> id;
  words >> method;
  std::getline(words, rest);
  if (rest.empty()) rest = "{}";
  const std::string before = notify ? "" : "\"id\":" + id + ",";
  return "{\"jsonrpc\":\"2.0\"," + before + "\"method\":\"" + method + "\",\"params\":" + rest + "}";
}

std::string input_of(const Conversation& conversation) {
  std::string input;
  for (const Step& step : conversation.steps)
    if (const std::string line = step.kind == Step::Kind::sent ? line_of(step) : ""; !line.empty())
      input += line + "\n";
  return input;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("usage: conversations FOLDER-OF-TESTS FOLDER\n", stderr);
    return 2;
  }
  fs::create_directories(arguments[2]);
  size_t written = 0;
  for (const auto& entry : fs::directory_iterator(arguments[1])) {
    if (entry.path().extension() != ".test") continue;
    size_t number = 0;
    for (const Conversation& conversation : nsys_ai::test::read_conversations(entry.path()).conversations) {
      const std::string name = entry.path().stem().string() + "." + std::to_string(++number);
      std::ofstream(fs::path(arguments[2]) / name) << input_of(conversation);
      ++written;
    }
  }
  std::printf("%zu conversations\n", written);
  return 0;
}
