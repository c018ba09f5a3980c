// The list of formats, and the encoding that they share.
#include "agent/model/wire_format.h"

#include <algorithm>

namespace nsys_ai {

const std::vector<WireFormat>& wire_formats() {
  static const std::vector<WireFormat> formats = {anthropic_format(), ollama_format(), openai_format()};
  return formats;
}

const WireFormat* wire_format_named(std::string_view name) {
  for (const WireFormat& format : wire_formats())
    if (format.name == name) return &format;
  return nullptr;
}

std::string_view name_of_role(ChatRole role) {
  return role == ChatRole::user ? "user" : role == ChatRole::assistant ? "assistant" : "tool";
}

std::string content_of(const ChatMessage& message) {
  return message.failed ? "Error: " + message.text : message.text;
}

Json system_message(const std::string& text) {
  Json one;
  one.set("role", "system");
  one.set("content", text);
  return one;
}

Json function_tools(const std::vector<ChatTool>& tools) {
  Json all = Json::array();
  for (const ChatTool& tool : tools) {
    Json function;
    function.set("name", tool.name);
    function.set("description", tool.doc);
    function.set("parameters", tool.input);
    Json one;
    one.set("type", "function");
    one.set("function", std::move(function));
    all.push(std::move(one));
  }
  return all;
}

std::string text_at(const Json& object, std::string_view name) {
  const Json* found = object.find(name);
  const std::string* text = found ? found->if_string() : nullptr;
  return text ? *text : "";
}

int64_t count_at(const Json& object, std::string_view name) {
  const Json* found = object.find(name);
  constexpr int64_t kMost = 1'000'000'000'000;  // sums of these cannot overflow
  return found ? std::clamp<int64_t>(found->if_integer().value_or(0), 0, kMost) : 0;
}

}  // namespace nsys_ai
