// The formats of language model services: how to encode a request and decode a reply.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "agent/model/chat.h"
#include "agent/model/reply_draft.h"
#include "protocol/json.h"

namespace nsys_ai {

// The recipient of a request.
struct Recipient {
  std::string model;
  bool own_service = true;  // the format's original service, and not a compatible one
};

// A format: pure functions and constant texts.
struct WireFormat {
  std::string_view name;             // as in "anthropic:claude-opus-4-5"
  std::string_view own_service;      // the address of the service that the format is named after
  std::string_view path;             // the path of requests, relative to the address
  std::string_view key_variable;     // environment variable with the key for the own service; empty: it needs
                                     // no key
  std::string_view key_header;       // the header text before a key
  std::vector<std::string> headers;  // headers besides the key and the content type
  Json (*body)(const ChatRequest& request, const Recipient& to);
  // Reads one event of a streamed reply, or a complete reply.
  void (*read)(const Json& event, ReplyDraft& draft);
};

// Sorted by name.
const std::vector<WireFormat>& wire_formats();
const WireFormat* wire_format_named(std::string_view name);

// Each is in a file of its own.
WireFormat anthropic_format();
WireFormat ollama_format();
WireFormat openai_format();

// Shared by the formats that resemble OpenAI's: a message's role, its text, and the tools.
std::string_view name_of_role(ChatRole role);
std::string content_of(const ChatMessage& message);
Json system_message(const std::string& text);
Json function_tools(const std::vector<ChatTool>& tools);

// The text member with this name; empty if there is none.
std::string text_at(const Json& object, std::string_view name);
// The integer member with this name; 0 if it is missing or no number.
int64_t count_at(const Json& object, std::string_view name);

}  // namespace nsys_ai
