// Anthropic's Messages API.
#include <array>

#include "agent/model/wire_format.h"

namespace nsys_ai {
namespace {

Json text_block(const std::string& text) {
  Json block;
  block.set("type", "text");
  block.set("text", text);
  return block;
}

Json block_of_call(const ChatToolCall& call) {
  Json block;
  block.set("type", "tool_use");
  block.set("id", call.id);
  block.set("name", call.name);
  block.set("input", call.arguments.is_object() ? call.arguments : Json::object());
  return block;
}

Json block_of_result(const ChatMessage& message) {
  Json block;
  block.set("type", "tool_result");
  block.set("tool_use_id", message.call);
  block.set("content", message.text);
  if (message.failed) block.set("is_error", true);
  return block;
}

// The service refuses empty blocks.
Json blocks_of(const ChatMessage& message) {
  Json blocks = Json::array();
  if (message.role == ChatRole::tool) {
    blocks.push(block_of_result(message));
    return blocks;
  }
  if (!message.text.empty()) blocks.push(text_block(message.text));
  for (const ChatToolCall& call : message.calls) blocks.push(block_of_call(call));
  return blocks;
}

// Merges consecutive messages of one role: all tool results of a turn must be in one message.
Json messages_of(const ChatRequest& request) {
  Json messages = Json::array();
  for (const ChatMessage& message : request.messages) {
    Json blocks = blocks_of(message);
    if (blocks.if_array()->empty()) continue;
    const std::string_view role = message.role == ChatRole::assistant ? "assistant" : "user";
    Json::Array& so_far = *messages.if_array();
    if (so_far.empty() || text_at(so_far.back(), "role") != role) {
      Json one;
      one.set("role", role);
      one.set("content", Json::array());
      messages.push(std::move(one));
    }
    for (Json& block : *blocks.if_array()) so_far.back().find("content")->push(std::move(block));
  }
  return messages;
}

Json anthropic_body(const ChatRequest& request, const Recipient& to) {
  Json body;
  body.set("model", to.model);
  body.set("max_tokens", request.most_output_tokens);
  body.set("stream", true);
  if (!request.system.empty()) body.set("system", request.system);
  body.set("messages", messages_of(request));
  if (request.tools.empty()) return body;
  // Earlier calls require their tools, even if no more calls are allowed.
  if (!request.may_call) body.set("tool_choice", Json::object()).set("type", "none");
  Json& tools = body.set("tools", Json::array());
  for (const ChatTool& tool : request.tools) {
    Json one;
    one.set("name", tool.name);
    one.set("description", tool.doc);
    one.set("input_schema", tool.input);
    tools.push(std::move(one));
  }
  return body;
}

void read_end(const Json& where, ReplyDraft& draft) {
  const std::string reason = text_at(where, "stop_reason");
  if (reason.empty()) return;
  draft.end = reason == "tool_use"                                                  ? ChatEnd::tool_calls
              : reason == "max_tokens" || reason == "model_context_window_exceeded" ? ChatEnd::out_of_tokens
              : reason == "refusal"                                                 ? ChatEnd::refused
                                                                                    : ChatEnd::finished;
}

// Later counts in a reply replace earlier ones. Tokens read from a prompt cache count as input.
void read_usage(const Json* usage, ReplyDraft& draft) {
  if (!usage) return;
  const int64_t input = count_at(*usage, "input_tokens") + count_at(*usage, "cache_read_input_tokens") +
                        count_at(*usage, "cache_creation_input_tokens");
  if (input > 0) draft.usage.input = input;
  if (const int64_t output = count_at(*usage, "output_tokens"); output > 0) draft.usage.output = output;
}

void read_whole(const Json& message, ReplyDraft& draft) {
  if (const Json* content = message.find("content"); content && content->if_array())
    for (const Json& block : *content->if_array()) {
      const std::string type = text_at(block, "type");
      if (type == "text") draft.add_text(text_at(block, "text"));
      if (type == "tool_use")
        draft.add_call(text_at(block, "id"), text_at(block, "name"), block.find("input"));
    }
  read_usage(message.find("usage"), draft);
  read_end(message, draft);
  draft.over = true;
}

void read_block_start(const Json& event, ReplyDraft& draft) {
  const Json* block = event.find("content_block");
  if (!block) return;
  if (text_at(*block, "type") == "text") draft.add_text(text_at(*block, "text"));
  if (text_at(*block, "type") == "tool_use")
    draft.add({count_at(event, "index"), text_at(*block, "id"), text_at(*block, "name"), ""});
}

void read_block_delta(const Json& event, ReplyDraft& draft) {
  const Json* delta = event.find("delta");
  if (!delta) return;
  if (text_at(*delta, "type") == "text_delta") draft.add_text(text_at(*delta, "text"));
  if (text_at(*delta, "type") == "input_json_delta")
    draft.add({count_at(event, "index"), "", "", text_at(*delta, "partial_json")});
}

int status_of(const std::string& type) {
  constexpr std::array<std::pair<std::string_view, int>, 8> kTypes = {{{"api_error", 500},
                                                                       {"authentication_error", 401},
                                                                       {"invalid_request_error", 400},
                                                                       {"not_found_error", 404},
                                                                       {"overloaded_error", 529},
                                                                       {"permission_error", 403},
                                                                       {"rate_limit_error", 429},
                                                                       {"request_too_large", 413}}};
  for (const auto& [name, status] : kTypes)
    if (type == name) return status;
  return 500;
}

// Events of other types, for example `ping`, do not concern the reply.
void read_anthropic(const Json& event, ReplyDraft& draft) {
  const std::string type = text_at(event, "type");
  if (type == "message") return read_whole(event, draft);
  if (type == "content_block_start") return read_block_start(event, draft);
  if (type == "content_block_delta") return read_block_delta(event, draft);
  if (type == "message_start") return read_usage(event.descend({"message", "usage"}), draft);
  if (type == "message_stop") {
    if (!draft.end) draft.end = ChatEnd::finished;
    draft.over = true;
  }
  if (type == "message_delta") {
    read_usage(event.find("usage"), draft);
    if (const Json* delta = event.find("delta")) read_end(*delta, draft);
  }
  if (const Json* error = type == "error" ? event.find("error") : nullptr)
    draft.fail({status_of(text_at(*error, "type")), text_at(*error, "message")});
}

}  // namespace

WireFormat anthropic_format() {
  return {.name = "anthropic",
          .own_service = "https://api.anthropic.com",
          .path = "/v1/messages",
          .key_variable = "ANTHROPIC_API_KEY",
          .key_header = "x-api-key: ",
          .headers = {"anthropic-version: 2023-06-01"},
          .body = anthropic_body,
          .read = read_anthropic};
}

}  // namespace nsys_ai
