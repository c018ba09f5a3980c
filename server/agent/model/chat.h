// Requests to a language model and its replies, independent of the service's format.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/work.h"
#include "protocol/json.h"

namespace nsys_ai {

// The description of a tool that the model sees.
struct ChatTool {
  std::string name;
  std::string doc;
  Json input;  // JSON Schema of its parameters, an object
};

struct ChatToolCall {
  std::string id;  // from the service, or generated if the service sends none
  std::string name;
  Json arguments;  // an object; null if the model's text was no JSON even after repair
};

enum class ChatRole { user, assistant, tool };

struct ChatMessage {
  ChatRole role = ChatRole::user;
  std::string text;
  std::vector<ChatToolCall> calls = {};  // for the assistant
  std::string call = {};                 // for a tool: the id of the call that this answers
  bool failed = false;                   // for a tool: the text is an error message
};

struct ChatRequest {
  std::string system;
  std::vector<ChatMessage> messages;
  std::vector<ChatTool> tools;
  bool may_call = true;  // false: the model may only answer in text, even after earlier tool calls
  int64_t most_output_tokens = 2000;
  std::chrono::milliseconds most_time = std::chrono::minutes(2);  // includes retries
};

// In tokens, as counted by the service.
struct ChatUsage {
  int64_t input = 0;
  int64_t output = 0;
};

enum class ChatEnd { finished, tool_calls, out_of_tokens, refused };

struct ChatReply {
  std::string text;
  std::vector<ChatToolCall> calls;
  ChatEnd end = ChatEnd::finished;
  ChatUsage usage;
  std::vector<std::string> notes;  // sentences: what the model did not see, what of its answer was skipped
};

// Called with each piece of the text as it arrives, in complete code points.
using ChatSink = std::function<void(std::string_view)>;

// A language model that can be asked. Thread-safe.
class ChatModel {
 public:
  virtual ~ChatModel() = default;

  // The owner's name for the model: "claude-opus-4-5", "llama3.2".
  virtual const std::string& name() const = 0;
  // The recipient of requests: "api.anthropic.com", "localhost:11434", "the editor".
  virtual const std::string& host() const = 0;
  // Fails on a cancel, on a timeout, when the service cannot be reached or refuses, and when the reply ends
  // early. Calls `text_sink` on the calling thread; text that it received before a failure remains valid.
  virtual Result<ChatReply> complete(const ChatRequest& request, const ChatSink& text_sink,
                                     const Work& work) = 0;
};

}  // namespace nsys_ai
