// Ollama's chat API. It silently truncates prompts that exceed the requested context size.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "agent/model/wire_format.h"

namespace nsys_ai {
namespace {

// Uses few sizes, since the service reloads a model when the size changes.
constexpr int64_t kLeastContext = 8192;
constexpr int64_t kMostContext = 65536;
// A token of English or JSON has four bytes on average, one of SQL and names three; none of these texts reach
// six.
constexpr int64_t kFewestBytesPerToken = 3;
constexpr int64_t kMostBytesPerToken = 6;

int64_t bytes_of(const ChatRequest& request) {
  size_t bytes = request.system.size();
  for (const ChatMessage& message : request.messages) {
    bytes += message.text.size();
    for (const ChatToolCall& call : message.calls)
      bytes += call.name.size() + call.arguments.compact().size();
  }
  if (!request.may_call) return static_cast<int64_t>(bytes);
  for (const ChatTool& tool : request.tools)
    bytes += tool.name.size() + tool.doc.size() + tool.input.compact().size();
  return static_cast<int64_t>(bytes);
}

int64_t context_for(const ChatRequest& request) {
  const int64_t wanted = bytes_of(request) / kFewestBytesPerToken + request.most_output_tokens;
  int64_t context = kLeastContext;
  while (context < wanted && context < kMostContext) context *= 2;
  return context;
}

Json call_json(const ChatToolCall& call) {
  Json function;
  function.set("name", call.name);
  function.set("arguments", call.arguments.is_object() ? call.arguments : Json::object());
  Json one;
  one.set("function", std::move(function));
  return one;
}

// This service has no call ids and identifies results by tool name. Generated ids restart with each reply, so
// the call is looked up in the reply that the result belongs to.
std::string tool_of(const ChatMessage& result, const ChatMessage* reply) {
  if (!reply) return "";
  const auto found = std::ranges::find(reply->calls, result.call, &ChatToolCall::id);
  return found == reply->calls.end() ? "" : found->name;
}

// `reply` is the assistant's last message before this one.
Json message_json(const ChatMessage& message, const ChatMessage* reply) {
  Json one;
  one.set("role", name_of_role(message.role));
  one.set("content", content_of(message));
  if (message.role == ChatRole::tool) one.set("tool_name", tool_of(message, reply));
  for (const ChatToolCall& call : message.calls) {
    if (!one.find("tool_calls")) one.set("tool_calls", Json::array());
    one.find("tool_calls")->push(call_json(call));
  }
  return one;
}

Json ollama_body(const ChatRequest& request, const Recipient& to) {
  Json body;
  body.set("model", to.model);
  body.set("stream", true);
  Json& options = body.set("options", Json::object());
  options.set("num_ctx", context_for(request));
  options.set("num_predict", request.most_output_tokens);
  options.set("temperature", 0);
  Json& messages = body.set("messages", Json::array());
  if (!request.system.empty()) messages.push(system_message(request.system));
  const ChatMessage* reply = nullptr;
  for (const ChatMessage& message : request.messages) {
    messages.push(message_json(message, reply));
    if (message.role == ChatRole::assistant) reply = &message;
  }
  if (request.tools.empty() || !request.may_call) return body;
  body.set("tools", function_tools(request.tools));
  return body;
}

// The service truncates a longer prompt to half of the context, or to the last messages that fit; a model's
// context may be smaller than requested. Some versions count only tokens that are not cached from the
// previous request, so a low count alone proves nothing.
void note_a_cut_prompt(ReplyDraft& draft) {
  constexpr int64_t kAbout = 4;
  const int64_t context = context_for(draft.request());
  const int64_t read = draft.usage.input;
  if (read >= context || std::abs(read - context / 2) <= kAbout)
    draft.notes.push_back(fmt::format(
        "The model read {} tokens of a longer prompt: the beginning of the conversation was left out.",
        read));
  else if (read > 0 && read * kMostBytesPerToken < bytes_of(draft.request()))
    draft.notes.push_back(fmt::format(
        "The model read {} tokens, which is little for this prompt: it may not have seen the beginning.",
        read));
}

void read_ollama(const Json& event, ReplyDraft& draft) {
  if (const std::string error = text_at(event, "error"); !error.empty()) return draft.fail({500, error});
  if (const Json* message = event.find("message")) {
    draft.add_text(text_at(*message, "content"));
    const Json* calls = message->find("tool_calls");
    if (calls && calls->if_array())
      for (const Json& call : *calls->if_array())
        if (const Json* function = call.find("function"))
          draft.add_call(text_at(call, "id"), text_at(*function, "name"), function->find("arguments"));
  }
  const Json* done = event.find("done");
  if (!done || !done->if_bool().value_or(false)) return;
  draft.usage = {count_at(event, "prompt_eval_count"), count_at(event, "eval_count")};
  draft.end = text_at(event, "done_reason") == "length" ? ChatEnd::out_of_tokens : ChatEnd::finished;
  draft.over = true;
  note_a_cut_prompt(draft);
}

}  // namespace

WireFormat ollama_format() {
  return {.name = "ollama",
          .own_service = "http://localhost:11434",
          .path = "/api/chat",
          .key_variable = "",
          .key_header = "Authorization: Bearer ",
          .headers = {},
          .body = ollama_body,
          .read = read_ollama};
}

}  // namespace nsys_ai
