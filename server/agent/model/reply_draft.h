// A reply while it is read: text and tool calls accrete, and the text goes on to whoever listens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/model/chat.h"

namespace nsys_ai {

// What a service says instead of an answer, with the status of HTTP that says as much.
struct ServiceFault {
  int status = 0;  // 0: what it sent is no reply
  std::string said;
};

// A part of a tool call. Parts belong together by their index; where a service gives none, one with an id
// begins a call, and one without goes on with the last.
struct CallFragment {
  std::optional<int64_t> index;
  std::string id;
  std::string name;
  std::string arguments;  // a piece of a text of JSON
};

// For one reply, and one thread. `request` and `sink` outlive it.
class ReplyDraft {
 public:
  ReplyDraft(const ChatRequest& request, const ChatSink& sink) : request_(request), sink_(sink) {}

  void add_text(std::string_view piece);
  void add(const CallFragment& fragment);
  // A call that came whole; arguments are an object or a text of JSON.
  void add_call(const std::string& id, const std::string& name, const Json* arguments);
  // Of several faults the first counts.
  void fail(ServiceFault fault);

  // Set by formats as the reply says.
  ChatUsage usage;
  std::optional<ChatEnd> end;  // said: all text and all calls were sent
  bool over = false;           // nothing follows
  std::vector<std::string> notes;

  const ChatRequest& request() const { return request_; }
  const std::optional<ServiceFault>& fault() const { return fault_; }
  // Whether the listener was given something, which nothing can take back.
  bool heard() const { return given_ > 0; }
  bool empty() const { return text_.empty() && calls_.empty(); }
  // The whole reply; to be called once, after `end` was set.
  ChatReply finish();

 private:
  // Models think aloud before they speak, and small ones write a tool call as text: both are kept from the
  // listener.
  enum class Gate { undecided, thinking, held, open };

  struct Call {
    std::optional<int64_t> index;
    std::string id;
    std::string name;
    std::string arguments;
    std::optional<Json> whole;  // arguments that came as an object
  };
  bool may_call() const { return request_.may_call && !request_.tools.empty(); }
  void let_through();
  bool decide();
  bool skip_thought();
  void give(size_t end);
  Call* call_of(const CallFragment& fragment);
  std::vector<ChatToolCall> calls() const;

  const ChatRequest& request_;
  const ChatSink& sink_;
  std::string text_;
  size_t taken_ = 0;       // of all text, with thoughts
  bool too_long_ = false;  // the rest was left out
  size_t given_ = 0;       // how much of the text the listener has
  size_t searched_ = 0;    // how much of a thought was looked through for its end
  bool thought_ = false;   // once is enough
  Gate gate_ = Gate::undecided;
  std::vector<Call> calls_;
  std::optional<ServiceFault> fault_;
};

}  // namespace nsys_ai
