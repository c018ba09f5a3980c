// The formats that services of language models speak: how a request is put, and how a reply is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/model/chat.h"
#include "agent/model/reply_draft.h"
#include "protocol/json.h"

namespace nsys_ai {

// To whom a request is put.
struct Addressee {
  std::string model;
  bool own_service = true;  // the format's own, and no other that speaks like it
};

// Pure functions and texts.
struct WireFormat {
  std::string_view name;             // as in "anthropic:claude-opus-4-5"
  std::string_view own_service;      // the address of the service that the format is named after
  std::string_view path;             // what requests are posted to, below the address
  std::string_view key_variable;     // the environment's, for the own service; empty: it wants none
  std::string_view key_header;       // what stands before a key
  std::vector<std::string> headers;  // besides the key and the type of the body
  Json (*body)(const ChatRequest& request, const Addressee& to);
  // Takes one event of a streamed reply, or a reply that came whole.
  void (*read)(const Json& event, ReplyDraft& draft);
};

// By name.
const std::vector<WireFormat>& wire_formats();
const WireFormat* wire_format_named(std::string_view name);

// One file each.
WireFormat anthropic_format();
WireFormat ollama_format();
WireFormat openai_format();

// What the formats that speak like OpenAI's put alike: whose message it is, its text, and the tools.
std::string_view name_of_role(ChatRole role);
std::string content_of(const ChatMessage& message);
Json system_message(const std::string& text);
Json function_tools(const std::vector<ChatTool>& tools);

// The text below a name; empty when there is none.
std::string text_at(const Json& object, std::string_view name);
// The count below a name; 0 when there is none or it is none.
int64_t count_at(const Json& object, std::string_view name);

}  // namespace nsys_ai
