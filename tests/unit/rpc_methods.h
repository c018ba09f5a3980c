// Methods that exist in tests only.
#pragma once

#include "protocol/methods.h"

namespace nsys_ai::test {

struct TestParams {
  std::optional<Token> workDoneToken;
};
template <class F>
void fields(TestParams& v, F& f) {
  f("workDoneToken", v.workDoneToken, "Asks for progress under this token.");
}

struct Short : FromClient {
  using Params = TestParams;
  using Result = std::string;
  static constexpr std::string_view kMethod = "test/short";
};

struct Long : FromClient {
  using Params = TestParams;
  using Result = std::string;
  static constexpr std::string_view kMethod = "test/long";
  static constexpr std::string_view kTitle = "Long work";
};

struct AskParams {
  std::string question;
};
template <class F>
void fields(AskParams& v, F& f) {
  f("question", v.question, "What the server wants to know.");
}

struct Ask : FromServer {
  using Params = AskParams;
  using Result = std::string;
  static constexpr std::string_view kMethod = "test/ask";
};

struct Piece : FromServer {
  using Params = AskParams;
  static constexpr std::string_view kMethod = "test/piece";
};

// Runs until its token is raised.
inline Result<std::string> until_cancelled(const TestParams&, Call& call) {
  while (!call.cancel().cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return cancelled();
}

}  // namespace nsys_ai::test
