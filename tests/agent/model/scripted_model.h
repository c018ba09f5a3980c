// A model that says what a script says, in the format of whichever service it is asked as.
//
//     FakeService service(answer_by(read_script(R"(
//       turn
//       call run_skill {"name": "top_kernels"}
//       turn
//       say The GPU was busy for 63.2 % of the time.
//     )")));
//     make_chat_model({"openai:any", service.url()})    // or anthropic, ollama
//     ... service.requests(), service.bytes(): all that it was told
//
// A script is lines; blanks before them do not count, nor do lines that begin with #.
//
//     turn                 begins what the model answers to the next request
//     say TEXT             a line of its text
//     call NAME ARGUMENTS  a call of a tool; arguments are JSON, or what a poor model takes for it
//     end length|refusal   instead of a stop, or of a wait for its calls
//     tokens IN OUT        what it counts; else 100 and 20
//     in one piece         no stream, but a reply that comes whole
//     split BYTES          written at a time
//     pause MS             between writes
//     wait MS              before the first
//     drop BYTES           the connection ends after so many bytes of the body
//     status NUMBER        of HTTP, with the lines of `body` as its body
//     header NAME: VALUE
//     body TEXT            a line of the body, as it is, instead of an answer
//
// A request after the last turn is answered with status 400. A test whose answers depend on what was asked
// gives `answer_by` a function instead.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json.h"
#include "tests/agent/model/fake_service.h"

namespace nsys_ai::test {

struct ScriptedCall {
  std::string name;
  std::string arguments;
};

struct ScriptedTurn {
  std::string text = {};
  std::vector<ScriptedCall> calls = {};
  std::string end = {};  // "length", "refusal", or empty
  int64_t input_tokens = 100;
  int64_t output_tokens = 20;
  bool whole = false;
  std::optional<std::string> body = {};
  std::optional<size_t> drop_after = {};
  FakeReply how = {};  // all but its body
};

// Throws on a line that it does not understand.
std::vector<ScriptedTurn> read_script(std::string_view script);

// The body that the service at a path (/v1/messages, /v1/chat/completions, /api/chat) would send.
std::string body_of(const ScriptedTurn& turn, const std::string& path);

FakeService::Answer answer_by(std::vector<ScriptedTurn> turns);
FakeService::Answer answer_by(std::function<ScriptedTurn(const FakeRequest& request, size_t number)> model);

// What a request holds, whichever format it is in.
struct HeardMessage {
  std::string role;  // system, user, assistant, tool
  std::string text;  // of an assistant with calls, also their names and arguments
};
std::vector<HeardMessage> heard_messages(const FakeRequest& request);
// The results that the tools gave since the model spoke last.
std::vector<std::string> heard_results(const FakeRequest& request);
std::vector<std::string> heard_tools(const FakeRequest& request);  // the names of those offered

}  // namespace nsys_ai::test
