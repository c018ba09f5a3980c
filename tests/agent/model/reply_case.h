// Cases of what services send and of what is made of it (the language: README.md).
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "agent/model/chat.h"
#include "base/result.h"

namespace nsys_ai::test {

struct ReplyCase {
  std::string name = {};
  int line = 0;
  std::string format = {};              // of `reply`; empty: `script` is played in all formats
  std::vector<std::string> tools = {};  // that the model was offered
  size_t prompt_bytes = 0;              // of a question of that length
  std::string reply = {};
  std::string script = {};
  std::string gives = {};
};

// Throws on a line that it does not understand.
std::vector<ReplyCase> read_reply_cases(const std::filesystem::path& path);

// Shown where a test fails.
inline void PrintTo(const ReplyCase& one, std::ostream* out) { *out << "line " << one.line; }

ChatRequest request_of(const ReplyCase& one);

// What came of a request, as lines. `heard` is all that the listener was given.
std::string transcript(const Result<ChatReply>& reply, const std::string& heard);

}  // namespace nsys_ai::test
