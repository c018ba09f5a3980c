// Turns as the bytes of each format.
#include "tests/agent/model/scripted_model.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>

namespace nsys_ai::test {
namespace {

Json parsed(const std::string& text) {
  auto json = Json::parse(text);
  return json ? std::move(*json) : Json(text);
}

// A text in pieces that a tokenizer could make: each a few characters, none cut within one.
std::vector<std::string> pieces_of(const std::string& text) {
  constexpr size_t kPiece = 5;
  std::vector<std::string> pieces;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(at + kPiece, text.size());
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) ++end;
    pieces.push_back(text.substr(at, end - at));
    at = end;
  }
  return pieces;
}

std::string json_text(const std::string& text) { return Json(text).compact(); }

// A line of a stream of server-sent events.
std::string sent(const std::string& data, const std::string& kind = "") {
  return (kind.empty() ? "" : fmt::format("event: {}\n", kind)) + fmt::format("data: {}\n\n", data);
}

std::string anthropic_stop(const ScriptedTurn& turn) {
  return turn.end == "length"    ? "max_tokens"
         : turn.end == "refusal" ? "refusal"
         : turn.calls.empty()    ? "end_turn"
                                 : "tool_use";
}

std::string anthropic_stream(const ScriptedTurn& turn) {
  std::string out =
      sent(fmt::format(
               R"({{"type":"message_start","message":{{"usage":{{"input_tokens":{},"output_tokens":1}}}}}})",
               turn.input_tokens),
           "message_start");
  out += sent(R"({"type":"ping"})", "ping");
  size_t index = 0;
  if (!turn.text.empty()) {
    out += sent(R"({"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})",
                "content_block_start");
    for (const std::string& piece : pieces_of(turn.text))
      out +=
          sent(fmt::format(
                   R"({{"type":"content_block_delta","index":0,"delta":{{"type":"text_delta","text":{}}}}})",
                   json_text(piece)),
               "content_block_delta");
    out += sent(R"({"type":"content_block_stop","index":0})", "content_block_stop");
    ++index;
  }
  for (const ScriptedCall& call : turn.calls) {
    out += sent(
        fmt::format(
            R"({{"type":"content_block_start","index":{},"content_block":{{"type":"tool_use","id":"toolu_{}","name":{},"input":{{}}}}}})",
            index, index, json_text(call.name)),
        "content_block_start");
    for (const std::string& piece : pieces_of(call.arguments))
      out += sent(
          fmt::format(
              R"({{"type":"content_block_delta","index":{},"delta":{{"type":"input_json_delta","partial_json":{}}}}})",
              index, json_text(piece)),
          "content_block_delta");
    out += sent(fmt::format(R"({{"type":"content_block_stop","index":{}}})", index), "content_block_stop");
    ++index;
  }
  out +=
      sent(fmt::format(
               R"({{"type":"message_delta","delta":{{"stop_reason":"{}"}},"usage":{{"output_tokens":{}}}}})",
               anthropic_stop(turn), turn.output_tokens),
           "message_delta");
  return out + sent(R"({"type":"message_stop"})", "message_stop");
}

std::string anthropic_whole(const ScriptedTurn& turn) {
  Json message;
  message.set("type", "message");
  Json& content = message.set("content", Json::array());
  if (!turn.text.empty()) {
    Json& block = content.push(Json::object());
    block.set("type", "text");
    block.set("text", turn.text);
  }
  for (const ScriptedCall& call : turn.calls) {
    Json& block = content.push(Json::object());
    block.set("type", "tool_use");
    block.set("id", fmt::format("toolu_{}", content.if_array()->size()));
    block.set("name", call.name);
    block.set("input", parsed(call.arguments));
  }
  message.set("stop_reason", anthropic_stop(turn));
  Json& usage = message.set("usage", Json::object());
  usage.set("input_tokens", turn.input_tokens);
  usage.set("output_tokens", turn.output_tokens);
  return message.compact();
}

std::string openai_stop(const ScriptedTurn& turn) {
  return turn.end == "length"    ? "length"
         : turn.end == "refusal" ? "content_filter"
         : turn.calls.empty()    ? "stop"
                                 : "tool_calls";
}

std::string openai_usage(const ScriptedTurn& turn) {
  return fmt::format(R"({{"prompt_tokens":{},"completion_tokens":{}}})", turn.input_tokens,
                     turn.output_tokens);
}

std::string openai_stream(const ScriptedTurn& turn) {
  const auto chunk = [](const std::string& delta, const std::string& reason) {
    return sent(fmt::format(R"({{"choices":[{{"index":0,"delta":{},"finish_reason":{}}}]}})", delta, reason));
  };
  std::string out = ": a comment\n\n" + chunk(R"({"role":"assistant","content":""})", "null");
  for (const std::string& piece : pieces_of(turn.text))
    out += chunk(fmt::format(R"({{"content":{}}})", json_text(piece)), "null");
  for (size_t index = 0; index < turn.calls.size(); ++index) {
    out += chunk(
        fmt::format(
            R"({{"tool_calls":[{{"index":{},"id":"call_{}","type":"function","function":{{"name":{},"arguments":""}}}}]}})",
            index, index + 1, json_text(turn.calls[index].name)),
        "null");
    for (const std::string& piece : pieces_of(turn.calls[index].arguments))
      out += chunk(fmt::format(R"({{"tool_calls":[{{"index":{},"function":{{"arguments":{}}}}}]}})", index,
                               json_text(piece)),
                   "null");
  }
  out += chunk("{}", "\"" + openai_stop(turn) + "\"");
  out += sent(fmt::format(R"({{"choices":[],"usage":{}}})", openai_usage(turn)));
  return out + sent("[DONE]");
}

std::string openai_whole(const ScriptedTurn& turn) {
  Json message;
  message.set("role", "assistant");
  message.set("content", turn.text.empty() ? Json() : Json(turn.text));
  for (const ScriptedCall& call : turn.calls) {
    if (!message.find("tool_calls")) message.set("tool_calls", Json::array());
    Json& one = message.find("tool_calls")->push(Json::object());
    one.set("id", fmt::format("call_{}", message.find("tool_calls")->if_array()->size()));
    Json& function = one.set("function", Json::object());
    function.set("name", call.name);
    function.set("arguments", call.arguments);
  }
  return fmt::format(R"({{"choices":[{{"index":0,"message":{},"finish_reason":"{}"}}],"usage":{}}})",
                     message.compact(), openai_stop(turn), openai_usage(turn));
}

std::string ollama_calls(const ScriptedTurn& turn) {
  Json calls = Json::array();
  for (const ScriptedCall& call : turn.calls) {
    Json function;
    function.set("name", call.name);
    function.set("arguments", parsed(call.arguments));
    calls.push(Json::object()).set("function", std::move(function));
  }
  return calls.compact();
}

std::string ollama_end(const ScriptedTurn& turn) {
  return fmt::format(R"("done":true,"done_reason":"{}","prompt_eval_count":{},"eval_count":{})",
                     turn.end == "length" ? "length" : "stop", turn.input_tokens, turn.output_tokens);
}

std::string ollama_stream(const ScriptedTurn& turn) {
  std::string out;
  for (const std::string& piece : pieces_of(turn.text))
    out +=
        fmt::format(R"({{"message":{{"role":"assistant","content":{}}},"done":false}})", json_text(piece)) +
        "\n";
  if (!turn.calls.empty())
    out += fmt::format(R"({{"message":{{"role":"assistant","content":"","tool_calls":{}}},"done":false}})",
                       ollama_calls(turn)) +
           "\n";
  return out + fmt::format(R"({{"message":{{"role":"assistant","content":""}},{}}})", ollama_end(turn)) +
         "\n";
}

std::string ollama_whole(const ScriptedTurn& turn) {
  return fmt::format(R"({{"message":{{"role":"assistant","content":{},"tool_calls":{}}},{}}})",
                     json_text(turn.text), ollama_calls(turn), ollama_end(turn));
}

FakeReply reply_of(const ScriptedTurn& turn, const std::string& path) {
  FakeReply reply = turn.how;
  reply.body = body_of(turn, path);
  if (turn.drop_after) {
    reply.body.resize(std::min(*turn.drop_after, reply.body.size()));
    reply.drop = true;
  }
  return reply;
}

// A word off the front of a line.
std::string take_word(std::string& line) {
  const size_t end = std::min(line.find(' '), line.size());
  const std::string word = line.substr(0, end);
  line.erase(0, std::min(end + 1, line.size()));
  return word;
}

void read_line(const std::string& word, std::string rest, ScriptedTurn& turn) {
  const auto number = [&] { return std::stoll(take_word(rest)); };
  if (word == "say") {
    turn.text += (turn.text.empty() ? "" : "\n") + rest;
  } else if (word == "call") {
    const std::string name = take_word(rest);
    turn.calls.push_back({name, rest});
  } else if (word == "end") {
    turn.end = rest;
  } else if (word == "tokens") {
    turn.input_tokens = number();
    turn.output_tokens = number();
  } else if (word == "in" && rest == "one piece") {
    turn.whole = true;
  } else if (word == "split") {
    turn.how.split = static_cast<size_t>(number());
  } else if (word == "pause") {
    turn.how.between = std::chrono::milliseconds(number());
  } else if (word == "wait") {
    turn.how.before = std::chrono::milliseconds(number());
  } else if (word == "drop") {
    turn.drop_after = static_cast<size_t>(number());
  } else if (word == "status") {
    turn.how.status = static_cast<int>(number());
    if (!turn.body) turn.body = "";
  } else if (word == "header") {
    turn.how.headers.push_back(rest);
  } else if (word == "body") {
    turn.body = turn.body.value_or("") + rest + "\n";
  } else {
    throw std::runtime_error("a script says: " + word + " " + rest);
  }
}

}  // namespace

std::vector<ScriptedTurn> read_script(std::string_view script) {
  std::vector<ScriptedTurn> turns;
  std::istringstream lines{std::string(script)};
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.empty() || line.starts_with("#")) continue;
    const std::string word = take_word(line);
    if (word == "turn")
      turns.emplace_back();
    else if (turns.empty())
      throw std::runtime_error("a script begins with `turn`");
    else
      read_line(word, line, turns.back());
  }
  return turns;
}

std::string body_of(const ScriptedTurn& turn, const std::string& path) {
  if (turn.body) return *turn.body;
  if (path.ends_with("/messages")) return turn.whole ? anthropic_whole(turn) : anthropic_stream(turn);
  if (path.ends_with("/api/chat")) return turn.whole ? ollama_whole(turn) : ollama_stream(turn);
  return turn.whole ? openai_whole(turn) : openai_stream(turn);
}

FakeService::Answer answer_by(std::function<ScriptedTurn(const FakeRequest&, size_t)> model) {
  return [model = std::move(model)](const FakeRequest& request, size_t number) {
    return reply_of(model(request, number), request.path());
  };
}

FakeService::Answer answer_by(std::vector<ScriptedTurn> turns) {
  return [turns = std::move(turns)](const FakeRequest& request, size_t number) {
    if (number < turns.size()) return reply_of(turns[number], request.path());
    return FakeReply{.status = 400, .body = R"({"error":{"message":"The script has no more turns."}})"};
  };
}

}  // namespace nsys_ai::test
