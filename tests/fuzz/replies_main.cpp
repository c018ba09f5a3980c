// Writes what the services of tests/agent/model send, a file each, for the fuzzer of replies to begin with.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "tests/agent/model/reply_case.h"
#include "tests/agent/model/scripted_model.h"

int main(int count, char** words) {
  using namespace nsys_ai::test;
  namespace fs = std::filesystem;
  if (count < 3) return std::fputs("replies CASES FOLDER\n", stderr), 2;
  fs::create_directories(words[2]);
  int number = 0;
  const auto write = [&](const std::string& body) {
    std::ofstream(fs::path(words[2]) / std::to_string(number++)) << body;
  };
  for (const auto& entry : fs::directory_iterator(words[1])) {
    if (entry.path().extension() != ".test") continue;
    for (const ReplyCase& one : read_reply_cases(entry.path())) {
      if (!one.reply.empty()) write(one.reply);
      for (ScriptedTurn turn : read_script(one.script))
        for (const char* path : {"/v1/messages", "/api/chat", "/v1/chat/completions"})
          for (const bool whole : {false, true}) {
            turn.whole = whole;
            write(body_of(turn, path));
          }
    }
  }
  std::printf("%d replies\n", number);
  return 0;
}
