// OpenAI's chat completions, which many services support: vLLM, llama.cpp, LM Studio, gateways.
#include "agent/model/wire_format.h"

namespace nsys_ai {
namespace {

Json message_of(const ChatMessage& message) {
  Json one;
  one.set("role", name_of_role(message.role));
  one.set("content", content_of(message));
  if (message.role == ChatRole::tool) one.set("tool_call_id", message.call);
  if (message.calls.empty()) return one;
  Json& calls = one.set("tool_calls", Json::array());
  for (const ChatToolCall& call : message.calls) {
    Json function;
    function.set("name", call.name);
    function.set("arguments", call.arguments.is_object() ? call.arguments.compact() : "{}");
    Json stated;
    stated.set("id", call.id);
    stated.set("type", "function");
    stated.set("function", std::move(function));
    calls.push(std::move(stated));
  }
  return one;
}

Json openai_body(const ChatRequest& request, const Recipient& to) {
  Json body;
  body.set("model", to.model);
  // OpenAI's newer models refuse the old name, and compatible services know only that.
  body.set(to.own_service ? "max_completion_tokens" : "max_tokens", request.most_output_tokens);
  body.set("stream", true);
  body.set("stream_options", Json::object()).set("include_usage", true);
  Json& messages = body.set("messages", Json::array());
  if (!request.system.empty()) messages.push(system_message(request.system));
  for (const ChatMessage& message : request.messages) messages.push(message_of(message));
  if (request.tools.empty()) return body;
  if (!request.may_call) body.set("tool_choice", "none");
  body.set("tools", function_tools(request.tools));
  return body;
}

// Arguments are JSON text; some services send the object itself.
std::string argument_text(const Json* arguments) {
  if (!arguments || arguments->is_null()) return "";
  const std::string* text = arguments->if_string();
  return text ? *text : arguments->compact();
}

void read_call(const Json& call, bool whole, ReplyDraft& draft) {
  const Json* function = call.find("function");
  const Json* arguments = function ? function->find("arguments") : nullptr;
  const std::string name = function ? text_at(*function, "name") : "";
  if (whole) return draft.add_call(text_at(call, "id"), name, arguments);
  const Json* index = call.find("index");
  draft.add(
      {index ? index->if_integer() : std::nullopt, text_at(call, "id"), name, argument_text(arguments)});
}

void read_end_of(const Json& choice, ReplyDraft& draft) {
  const std::string reason = text_at(choice, "finish_reason");
  if (reason.empty()) return;
  draft.end = reason == "length"                                    ? ChatEnd::out_of_tokens
              : reason == "tool_calls" || reason == "function_call" ? ChatEnd::tool_calls
              : reason == "content_filter"                          ? ChatEnd::refused
                                                                    : ChatEnd::finished;
}

// `said` is a delta of the message, or the complete message.
void read_message(const Json& said, bool whole, ReplyDraft& draft) {
  draft.add_text(text_at(said, "content"));
  draft.add_text(text_at(said, "refusal"));
  if (const Json* calls = said.find("tool_calls"); calls && calls->if_array())
    for (const Json& call : *calls->if_array()) read_call(call, whole, draft);
}

void read_error(const Json& error, ReplyDraft& draft) {
  const std::string* text = error.if_string();
  const Json* code = error.find("code");
  const auto status = code ? code->if_integer() : std::nullopt;
  draft.fail({status && *status >= 400 && *status < 600 ? static_cast<int>(*status) : 500,
              text ? *text : text_at(error, "message")});
}

// The chunk with the token counts has empty or null choices.
void read_openai(const Json& event, ReplyDraft& draft) {
  if (const Json* error = event.find("error"); error && !error->is_null()) return read_error(*error, draft);
  if (const Json* usage = event.find("usage"); usage && usage->is_object())
    draft.usage = {count_at(*usage, "prompt_tokens"), count_at(*usage, "completion_tokens")};
  const Json* choices = event.find("choices");
  if (!choices || !choices->if_array() || choices->if_array()->empty()) return;
  const Json& choice = choices->if_array()->front();
  if (const Json* delta = choice.find("delta")) read_message(*delta, false, draft);
  const Json* message = choice.find("message");
  if (message && message->is_object()) {
    read_message(*message, true, draft);
    draft.end = ChatEnd::finished;
    draft.over = true;
  }
  read_end_of(choice, draft);
}

}  // namespace

WireFormat openai_format() {
  return {.name = "openai",
          .own_service = "https://api.openai.com",
          .path = "/v1/chat/completions",
          .key_variable = "OPENAI_API_KEY",
          .key_header = "Authorization: Bearer ",
          .headers = {},
          .body = openai_body,
          .read = read_openai};
}

}  // namespace nsys_ai
