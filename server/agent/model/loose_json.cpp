// One pass over the text writes strict JSON; the parser decides whether it is valid.
#include "agent/model/loose_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/word_character.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostMended = 64 * 1024;
constexpr size_t kMostStated = 64;

// Copies a text and repairs it.
class JsonRepair {
 public:
  explicit JsonRepair(std::string_view text) : text_(text) {}

  // Copies up to the end of the first object or array.
  std::string mended() {
    at_ = text_.find_first_of("{[");
    if (at_ == std::string_view::npos) return "";
    do {
      step();
    } while (at_ < text_.size() && !open_.empty());
    while (!open_.empty()) close();
    return std::move(out_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '"' || c == '\'') return copy_string();
    if (is_word(c)) return copy_word();
    ++at_;
    if (c == '{' || c == '[') {
      open_ += c == '{' ? '}' : ']';
      out_ += c;
    } else if (c == '}' || c == ']') {
      // Closes inner brackets that are still open; drops a closing bracket without an opening one.
      if (open_.find(c) == std::string::npos) return;
      while (open_.back() != c) close();
      close();
    } else {
      out_ += c;
    }
  }

  void close() {
    const size_t last = out_.find_last_not_of(" \t\r\n");
    if (last != std::string::npos && out_[last] == ',') out_.resize(last);
    if (last != std::string::npos && out_[last] == ':') out_ += "null";
    out_ += open_.back();
    open_.pop_back();
  }

  void copy_string() {
    const char quote = text_[at_++];
    out_ += '"';
    for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
      const char c = text_[at_];
      if (c == '\\' && at_ + 1 < text_.size()) {
        const char escaped = text_[++at_];
        if (escaped != '\'') out_ += '\\';
        out_ += escaped;
      } else if (c == '\\') {
        continue;
      } else if (c == '"') {
        out_ += "\\\"";
      } else if (static_cast<unsigned char>(c) < 0x20) {
        out_ += fmt::format("\\u{:04x}", static_cast<int>(c));
      } else {
        out_ += c;
      }
    }
    at_ += at_ < text_.size() ? 1 : 0;
    out_ += '"';
  }

  void copy_word() {
    const size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kPython = {
        {{"True", "true"}, {"False", "false"}, {"None", "null"}}};
    for (const auto& [python, json] : kPython)
      if (word == python) {
        out_ += json;
        return;
      }
    out_ += word;
  }

  std::string_view text_;
  size_t at_ = 0;
  std::string open_;  // the closing brackets for those that are open
  std::string out_;
};

// A call in a text; nullopt if it does not name an existing tool.
std::optional<ChatToolCall> stated_call(const Json& stated, const std::vector<ChatTool>& tools) {
  const Json* inner = stated.find("function");
  const Json& call = inner && inner->is_object() ? *inner : stated;
  const Json* name = call.find("name");
  if (!name || !name->if_string()) return std::nullopt;
  const bool known = std::any_of(tools.begin(), tools.end(),
                                 [&](const ChatTool& tool) { return tool.name == *name->if_string(); });
  if (!known) return std::nullopt;
  ChatToolCall found{"", *name->if_string(), Json::object()};
  for (const std::string_view word : {"arguments", "parameters", "input", "args"}) {
    const Json* arguments = call.find(word);
    if (!arguments) continue;
    found.arguments = arguments->if_string() ? loose_arguments(*arguments->if_string()) : *arguments;
    break;
  }
  if (!found.arguments.is_object()) found.arguments = Json();
  return found;
}

// The texts between tags; without tags, the entire text.
std::vector<std::string_view> call_texts(std::string_view text) {
  constexpr std::string_view kBegin = "<tool_call>";
  constexpr std::string_view kEnd = "</tool_call>";
  std::vector<std::string_view> texts;
  size_t at = text.find(kBegin);
  if (at == std::string_view::npos) return {text};
  while (at != std::string_view::npos) {
    at += kBegin.size();
    const size_t end = std::min(text.find(kEnd, at), text.size());
    texts.push_back(text.substr(at, end - at));
    at = text.find(kBegin, end);
  }
  return texts;
}

}  // namespace

std::optional<Json> loose_json(std::string_view text) {
  const auto is_some = [](const Result<Json>& json) {
    return json && (json->is_object() || json->if_array());
  };
  if (auto strict = Json::parse(text); is_some(strict)) return std::move(*strict);
  if (text.size() > kMostMended) return std::nullopt;
  if (auto loose = Json::parse(JsonRepair(text).mended()); is_some(loose)) return std::move(*loose);
  return std::nullopt;
}

Json loose_arguments(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return Json::object();
  if (const auto strict = Json::parse(text)) {
    if (strict->is_null()) return Json::object();
    if (const std::string* inner = strict->if_string()) {
      auto object = loose_json(*inner);
      return object && object->is_object() ? std::move(*object) : Json();
    }
  }
  auto object = loose_json(text);
  return object && object->is_object() ? std::move(*object) : Json();
}

std::vector<ChatToolCall> calls_in_text(std::string_view text, const std::vector<ChatTool>& tools) {
  std::vector<ChatToolCall> calls;
  for (const std::string_view part : call_texts(text)) {
    const auto stated = loose_json(part);
    if (!stated) return {};
    const Json::Array alone = {*stated};
    for (const Json& one : stated->if_array() ? *stated->if_array() : alone) {
      auto call = stated_call(one, tools);
      if (!call) return {};
      if (calls.size() == kMostStated) return calls;
      call->id = fmt::format("call_{}", calls.size() + 1);
      calls.push_back(std::move(*call));
    }
  }
  return calls;
}

}  // namespace nsys_ai
