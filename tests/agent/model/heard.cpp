// Reads requests of all formats alike.
#include <fmt/format.h>

#include <algorithm>

#include "tests/agent/model/scripted_model.h"

namespace nsys_ai::test {
namespace {

std::string text_below(const Json& json, std::string_view name) {
  const Json* found = json.find(name);
  if (!found || found->is_null()) return "";
  return found->if_string() ? *found->if_string() : found->compact();
}

const Json::Array& list_below(const Json& json, std::string_view name) {
  static const Json::Array none;
  const Json* found = json.find(name);
  return found && found->if_array() ? *found->if_array() : none;
}

// A message of Anthropic's is blocks, of which each is one of ours.
void add_blocks(const Json& message, std::vector<HeardMessage>& heard) {
  for (const Json& block : list_below(message, "content")) {
    const std::string type = text_below(block, "type");
    if (type == "tool_result")
      heard.push_back({"tool", text_below(block, "content")});
    else if (type == "tool_use")
      heard.push_back({"assistant", text_below(block, "name") + " " + text_below(block, "input")});
    else
      heard.push_back({text_below(message, "role"), text_below(block, "text")});
  }
}

}  // namespace

std::vector<HeardMessage> heard_messages(const FakeRequest& request) {
  std::vector<HeardMessage> heard;
  const auto body = Json::parse(request.body);
  if (!body) return heard;
  if (body->find("system")) heard.push_back({"system", text_below(*body, "system")});
  for (const Json& message : list_below(*body, "messages")) {
    if (!list_below(message, "content").empty()) {
      add_blocks(message, heard);
      continue;
    }
    std::string text = text_below(message, "content");
    for (const Json& call : list_below(message, "tool_calls"))
      if (const Json* function = call.find("function"))
        text += (text.empty() ? "" : "\n") + text_below(*function, "name") + " " +
                text_below(*function, "arguments");
    heard.push_back({text_below(message, "role"), text});
  }
  return heard;
}

std::vector<std::string> heard_results(const FakeRequest& request) {
  std::vector<std::string> results;
  const auto heard = heard_messages(request);
  for (auto message = heard.rbegin(); message != heard.rend() && message->role != "assistant"; ++message)
    if (message->role == "tool") results.insert(results.begin(), message->text);
  return results;
}

std::vector<std::string> heard_tools(const FakeRequest& request) {
  std::vector<std::string> names;
  const auto body = Json::parse(request.body);
  if (!body) return names;
  for (const Json& tool : list_below(*body, "tools")) {
    const Json* function = tool.find("function");
    names.push_back(text_below(function ? *function : tool, "name"));
  }
  return names;
}

}  // namespace nsys_ai::test
