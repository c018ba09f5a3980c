// A reply that is being read: collects text and tool calls, and passes text on to the listener.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/model/chat.h"

namespace nsys_ai {

// A service's error message, with the corresponding HTTP status.
struct ServiceFault {
  int status = 0;  // 0: the data is no valid reply
  std::string said;
};

// A part of a tool call. Parts with the same index belong together; without an index, a part with an id
// begins a call, and a part without an id continues the last one.
struct CallFragment {
  std::optional<int64_t> index;
  std::string id;
  std::string name;
  std::string arguments;  // a piece of JSON text
};

// For one reply and one thread. `request` and `sink` outlive it.
class ReplyDraft {
 public:
  ReplyDraft(const ChatRequest& request, const ChatSink& sink) : request_(request), sink_(sink) {}

  void add_text(std::string_view piece);
  void add(const CallFragment& fragment);
  // Adds a complete call; arguments are an object or JSON text.
  void add_call(const std::string& id, const std::string& name, const Json* arguments);
  // The first fault counts.
  void fail(ServiceFault fault);

  // The formats set these from the reply.
  ChatUsage usage;
  std::optional<ChatEnd> end;  // set when all text and all calls were sent
  bool over = false;           // nothing follows
  std::vector<std::string> notes;

  const ChatRequest& request() const { return request_; }
  const std::optional<ServiceFault>& fault() const { return fault_; }
  // Whether the listener has received text, which cannot be withdrawn.
  bool heard() const { return given_ > 0; }
  bool empty() const { return text_.empty() && calls_.empty(); }
  // The complete reply; call it once, after `end` is set.
  ChatReply finish();

 private:
  // Models write thoughts before their answer, and small models write tool calls as text: the listener
  // receives neither.
  enum class Gate { undecided, thinking, held, open };

  struct Call {
    std::optional<int64_t> index;
    std::string id;
    std::string name;
    std::string arguments;
    std::optional<Json> whole;  // arguments that arrived as an object
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
  size_t taken_ = 0;       // bytes of all text, including thoughts
  bool too_long_ = false;  // the rest was dropped
  size_t given_ = 0;       // bytes of the text that the listener has received
  size_t searched_ = 0;    // bytes of a thought that were searched for its end
  bool thought_ = false;   // a thought was skipped; only one is
  Gate gate_ = Gate::undecided;
  std::vector<Call> calls_;
  std::optional<ServiceFault> fault_;
};

}  // namespace nsys_ai
