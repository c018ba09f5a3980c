// Sends, waits, and writes down the answers.
#include "talk.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <stdexcept>

#include "base/text_table.h"
#include "server_process.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

constexpr size_t kLineWidth = 100;

[[noreturn]] void wrong(const std::string& what) { throw std::runtime_error(what); }

Json parsed(const std::string& text) {
  auto json = Json::parse(text);
  if (!json) wrong("not JSON: " + text);
  return std::move(*json);
}

// The first word of `text`, which loses it.
std::string take_word(std::string& text) {
  const size_t end = std::min(text.find(' '), text.size());
  std::string word = text.substr(0, end);
  text.erase(0, std::min(end + 1, text.size()));
  return word;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

std::string framed(const std::string& body) {
  return "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string unescaped(const std::string& text) {
  std::string bytes;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      bytes += text[at];
      continue;
    }
    const char c = text[++at];
    if (c == 'x') {
      bytes += static_cast<char>(std::stoi(text.substr(at + 1, 2), nullptr, 16));
      at += 2;
    } else {
      bytes += c == 'r' ? '\r' : c == 'n' ? '\n' : c;
    }
  }
  return bytes;
}

class Talk {
 public:
  Talk(const ProtocolSchema& schema, const TalkOptions& options)
      : schema_(schema),
        options_(options),
        server_(options.program, (options.folder / "server.log").string()) {}

  Conversation hold(const Conversation& conversation);

 private:
  void take(const Step& step);
  void write_file(const Step& step);
  std::string with_paths(std::string text) const;
  void add_mask(const Step& step);
  void open_session(std::string capabilities);
  void send(const Step& step);
  void send_message(Json message);
  void add(const std::string& bytes);
  void flush();
  void await(const std::string& method);
  // Waits until everything asked is answered, and returns what came.
  std::vector<Step> answers();
  // Takes one message; false at the end of the output.
  bool receive();
  void take_reply(const std::string& id, const Json& message);
  void take_from_server(const Json& message);
  Step shown(std::string head, const Json& value) const;
  void end_politely();
  std::string masked(std::string text) const;

  const ProtocolSchema& schema_;
  TalkOptions options_;
  ServerProcess server_;
  std::string to_send_;
  std::map<std::string, std::string> paths_;  // by name
  struct Mask {
    std::regex pattern;
    bool to_the_end = false;
    std::string replacement;
  };
  std::vector<Mask> masks_;
  std::map<std::string, std::string> methods_;  // of requests, by id as JSON
  std::vector<std::string> asked_;              // ids in the order of the requests, unanswered ones too
  std::map<std::string, std::vector<Step>> replies_;
  std::vector<Step> from_server_;
  std::vector<std::string> awaitable_;  // methods of messages from the server since the last group
  size_t barriers_ = 0;
  bool open_ = true;
  bool ended_ = false;
};

Conversation Talk::hold(const Conversation& conversation) {
  Conversation held{conversation.title, {}};
  const auto talks = [](const Step& step) {
    return step.kind == Step::Kind::sent || step.kind == Step::Kind::await;
  };
  const auto& steps = conversation.steps;
  for (size_t at = 0; at < steps.size(); ++at) {
    if (steps[at].kind == Step::Kind::received) continue;
    held.steps.push_back(steps[at]);
    try {
      take(steps[at]);
      const bool group_ends = talks(steps[at]) && (at + 1 == steps.size() || !talks(steps[at + 1]));
      if (!group_ends) continue;
      for (Step& step : answers()) held.steps.push_back(std::move(step));
    } catch (const std::exception& error) {
      wrong("line " + std::to_string(steps[at].number) + ": " + error.what());
    }
  }
  if (!ended_) end_politely();
  return held;
}

void Talk::take(const Step& step) {
  switch (step.kind) {
    case Step::Kind::file:
      return write_file(step);
    case Step::Kind::mask:
      return add_mask(step);
    case Step::Kind::session:
      return open_session(step.line.substr(7));
    case Step::Kind::sent:
      return send(step);
    case Step::Kind::await:
      return await(step.line.substr(6));
    case Step::Kind::received:
    case Step::Kind::text:
      return;
  }
}

void Talk::write_file(const Step& step) {
  std::string rest = step.line;
  const bool sketch = take_word(rest) == "profile";
  const std::string name = take_word(rest);
  std::string text;
  for (const auto& line : step.further) text += line + "\n";
  const std::string path = (options_.folder / (sketch ? name + ".sqlite" : name)).string();
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  if (sketch)
    rest.empty() ? sketch::write(text, path) : sketch::write(text, path, rest);
  else
    std::ofstream(path, std::ios::binary) << with_paths(std::move(text));
  paths_[name] = path;
}

void Talk::add_mask(const Step& step) {
  const std::string rest = step.line.substr(5);
  const size_t arrow = rest.find(" => ");
  if (arrow == std::string::npos) wrong("a mask is written REGEX => TEXT");
  std::string pattern = rest.substr(0, arrow);
  // The library's matcher takes a frame of the stack for each character of a run, and replies are long.
  constexpr std::string_view kRest = "[\\s\\S]*";
  const bool to_the_end = pattern.ends_with(kRest);
  if (to_the_end) pattern.resize(pattern.size() - kRest.size());
  masks_.push_back({std::regex(pattern), to_the_end, rest.substr(arrow + 4)});
}

void Talk::open_session(std::string capabilities) {
  if (capabilities.empty()) capabilities = "{}";
  send({Step::Kind::sent,
        "request \"session\" initialize {\"rootUri\": \"file://$DIR\", \"capabilities\": " + capabilities +
            "}",
        {},
        0});
  send({Step::Kind::sent, "notify initialized {}", {}, 0});
  for (const Step& step : answers())
    if (!step.line.starts_with("reply \"session\"")) wrong("the session does not begin: " + step.line);
}

std::string Talk::with_paths(std::string text) const {
  for (const auto& [name, path] : paths_) replace_all(text, "$" + name, path);
  replace_all(text, "$DIR", options_.folder.string());
  return text;
}

void Talk::send(const Step& step) {
  std::string text = step.line;
  for (const auto& line : step.further) text += " " + line;
  text = with_paths(std::move(text));
  const std::string verb = take_word(text);
  if (verb == "bytes") return add(unescaped(text));
  if (verb == "body") return add(framed(unescaped(text)));
  if (verb == "end") {
    flush();
    open_ = false;
    return server_.close_input();
  }

  Json message;
  message.set("jsonrpc", "2.0");
  if (verb != "notify") message.set("id", parsed(take_word(text)));
  if (verb == "request" || verb == "notify") {
    message.set("method", take_word(text));
    if (!text.empty()) message.set("params", parsed(text));
  } else if (verb == "reply") {
    message.set("result", text.empty() ? Json() : parsed(text));
  } else if (verb == "refuse") {
    Json& error = message.set("error", Json::object());
    error.set("code", -32603);
    error.set("message", text);
  } else {
    wrong("cannot send a " + verb);
  }
  send_message(std::move(message));
}

void Talk::send_message(Json message) {
  const Json* id = message.find("id");
  const Json* method = message.find("method");
  // After it the server ends, sooner or later than it reads what follows.
  if (method && *method == Json("exit")) open_ = false;
  if (id && method) {
    methods_[id->compact()] = *method->if_string();
    asked_.push_back(id->compact());
  }
  add(framed(message.compact()));
}

// What is sent at once goes out in one piece, so that no moment lies between a request and its cancel.
void Talk::add(const std::string& bytes) { to_send_ += bytes; }

void Talk::flush() { server_.send_bytes(std::exchange(to_send_, {})); }

void Talk::await(const std::string& method) {
  flush();
  while (std::ranges::find(awaitable_, method) == awaitable_.end())
    if (!receive()) wrong("the server ended instead of sending " + method);
}

std::vector<Step> Talk::answers() {
  // A last request that no server knows: when it is refused, the reader and the strand are done with all
  // before it.
  const std::string barrier = Json("barrier " + std::to_string(++barriers_)).compact();
  if (open_) add(framed("{\"jsonrpc\":\"2.0\",\"id\":" + barrier + ",\"method\":\"$/barrier\"}"));
  flush();
  const auto all_answered = [&] {
    return replies_.contains(barrier) &&
           std::ranges::all_of(asked_, [&](const auto& id) { return replies_.contains(id); });
  };
  while (!ended_ && !all_answered()) ended_ = !receive();

  std::vector<Step> steps = std::move(from_server_);
  from_server_.clear();
  awaitable_.clear();
  replies_.erase(barrier);
  for (const auto& id : asked_)
    if (auto reply = replies_.extract(id))
      for (Step& step : reply.mapped()) steps.push_back(std::move(step));
  for (auto& [id, reply] : replies_)
    for (Step& step : reply) steps.push_back(std::move(step));
  asked_.clear();
  replies_.clear();
  if (ended_) steps.push_back({Step::Kind::received, "exit " + std::to_string(server_.exit_code()), {}, 0});
  return steps;
}

bool Talk::receive() {
  const auto body = server_.receive();
  if (!body) return false;
  const Json message = parsed(*body);
  const Json* version = message.find("jsonrpc");
  if (!version || *version != Json("2.0")) wrong("a message without jsonrpc 2.0: " + *body);
  if (message.find("method"))
    take_from_server(message);
  else if (const Json* id = message.find("id"))
    take_reply(id->compact(), message);
  else
    wrong("neither a request nor a reply: " + *body);
  return true;
}

void Talk::take_reply(const std::string& id, const Json& message) {
  auto& steps = replies_[id];
  if (const Json* error = message.find("error")) {
    Step step{Step::Kind::received, "", {}, 0};
    step.line = "error " + id + " " + error->find("code")->compact() + " " +
                masked(one_line(*error->find("message")->if_string()));
    if (const Json* hint = error->descend({"data", "hint"}))
      step.further.push_back(masked(*hint->if_string()));
    steps.push_back(std::move(step));
    return;
  }
  const Json* result = message.find("result");
  if (!result) wrong("a reply without a result: " + message.compact());
  const auto method = methods_.find(id);
  if (method == methods_.end()) wrong("a reply to nothing: " + message.compact());
  if (auto error = schema_.check_result(method->second, *result); !error.empty())
    wrong(method->second + ": " + error + " in " + result->compact());
  steps.push_back(shown("reply " + id, *result));
}

void Talk::take_from_server(const Json& message) {
  const std::string& method = *message.find("method")->if_string();
  const Json* params = message.find("params");
  const Json value = params ? *params : Json();
  if (auto error = schema_.check_params(method, value); !error.empty())
    wrong(method + ": " + error + " in " + value.compact());
  awaitable_.push_back(method);
  const Json* kind = value.descend({"value", "kind"});
  if (method == "$/progress" && kind && *kind == Json("report")) return;
  const Json* id = message.find("id");
  from_server_.push_back(shown((id ? "request " + id->compact() : "notify") + " " + method, value));
}

Step Talk::shown(std::string head, const Json& value) const {
  Step step{Step::Kind::received, std::move(head), {}, 0};
  std::string text = masked(value.pretty());
  if (text.find('\n') == std::string::npos && step.line.size() + text.size() + 5 <= kLineWidth) {
    step.line += " " + text;
    return step;
  }
  // Texts within are shown line by line, for those who read the file.
  replace_all(text, "\\n", "\\n\n      ");
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    step.further.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return step;
}

std::string Talk::masked(std::string text) const {
  for (const auto& [name, path] : paths_) replace_all(text, path, "$" + name);
  replace_all(text, options_.folder.string(), "$DIR");
  for (const Mask& mask : masks_) {
    std::smatch found;
    if (!mask.to_the_end)
      text = std::regex_replace(text, mask.pattern, mask.replacement);
    else if (std::regex_search(text, found, mask.pattern))
      text = found.prefix().str() + found.format(mask.replacement);
  }
  return text;
}

void Talk::end_politely() {
  send({Step::Kind::sent, "request \"end\" shutdown", {}, 0});
  send({Step::Kind::sent, "notify exit", {}, 0});
  flush();
  while (receive()) {
  }
  const auto& reply = replies_.at("\"end\"");
  const bool never_began = reply.front().line.starts_with("error \"end\" -32002");
  const int code = server_.exit_code();
  if (code != (never_began ? 1 : 0)) wrong("the server's exit code is " + std::to_string(code));
}

}  // namespace

Conversation talk(const Conversation& conversation, const ProtocolSchema& schema,
                  const TalkOptions& options) {
  return Talk(schema, options).hold(conversation);
}

}  // namespace nsys_ai::test
