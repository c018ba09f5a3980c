// What is said to a language model and what it says back, whatever format its service speaks.
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

// A tool as a model is told of it.
struct ChatTool {
  std::string name;
  std::string doc;
  Json input;  // JSON Schema of its parameters, an object
};

struct ChatToolCall {
  std::string id;  // as the service gave it, or made up where the service gives none
  std::string name;
  Json arguments;  // an object; null where the model's text was no JSON even after repair
};

enum class ChatRole { user, assistant, tool };

struct ChatMessage {
  ChatRole role = ChatRole::user;
  std::string text;
  std::vector<ChatToolCall> calls = {};  // of the assistant
  std::string call = {};                 // of a tool: the id of the call that this answers
  bool failed = false;                   // of a tool: the text says what was wrong
};

struct ChatRequest {
  std::string system;
  std::vector<ChatMessage> messages;
  std::vector<ChatTool> tools;
  bool may_call = true;  // false: answers in words alone, also where tools were called before
  int64_t most_output_tokens = 2000;
  std::chrono::milliseconds most_time = std::chrono::minutes(2);  // with all that is tried again
};

// In tokens, as the service counts them.
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
  std::vector<std::string> notes;  // sentences: what the model did not see, what of its answer was left out
};

// Called with each piece of the text as it comes, whole code points only.
using ChatSink = std::function<void(std::string_view)>;

// A language model that can be asked. Thread-safe.
class ChatModel {
 public:
  virtual ~ChatModel() = default;

  // As its owner calls it: "claude-opus-4-5", "llama3.2".
  virtual const std::string& name() const = 0;
  // Who gets what is sent: "api.anthropic.com", "localhost:11434", "the editor".
  virtual const std::string& host() const = 0;
  // Fails when cancelled, when the time is over, when the service cannot be reached or refuses, and when it
  // ends in the middle. What `text_sink`, which is called on the calling thread, was given by then stands.
  virtual Result<ChatReply> complete(const ChatRequest& request, const ChatSink& text_sink,
                                     const Work& work) = 0;
};

}  // namespace nsys_ai
