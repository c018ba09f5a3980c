// Reads the cases, and writes replies as they do.
#include "tests/agent/model/reply_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace nsys_ai::test {
namespace {

std::string rest_of(const std::string& line, size_t word) {
  return line.size() > word + 1 ? line.substr(word + 1) : "";
}

// A line that begins with | belongs to the block above it; `\r` and `\n` at its end are written so.
void add_block_line(std::string* block, const std::string& line, const std::string& end) {
  if (!block) throw std::runtime_error("a line of no block: " + line);
  *block += rest_of(line, 1) + end;
}

// Appends to, or begins, what the line names.
void read_case_line(const std::string& line, ReplyCase& one, std::string*& block, std::string& end) {
  const size_t blank = std::min(line.find(' '), line.size());
  const std::string word = line.substr(0, blank);
  const std::string rest = rest_of(line, blank);
  end = "\n";
  if (word == "format") {
    one.format = rest;
  } else if (word == "tools") {
    std::istringstream names(rest);
    for (std::string name; names >> name;) one.tools.push_back(name);
  } else if (word == "prompt") {
    one.prompt_bytes = std::stoul(rest);
  } else if (word == "reply") {
    block = &one.reply;
    if (rest == "crlf") end = "\r\n";
  } else if (word == "script") {
    block = &one.script;
  } else if (word == "gives") {
    block = &one.gives;
  } else {
    throw std::runtime_error("a case says: " + line);
  }
}

}  // namespace

std::vector<ReplyCase> read_reply_cases(const std::filesystem::path& path) {
  std::vector<ReplyCase> cases;
  std::ifstream file(path);
  std::string* block = nullptr;
  std::string end = "\n";
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.empty() || line.starts_with("#")) continue;
    if (line.starts_with("case ")) {
      cases.push_back({.name = line.substr(5), .line = number});
      block = nullptr;
    } else if (cases.empty()) {
      throw std::runtime_error("a file of cases begins with `case`");
    } else if (line.starts_with("|")) {
      add_block_line(block, line, end);
    } else {
      read_case_line(line, cases.back(), block, end);
    }
  }
  return cases;
}

ChatRequest request_of(const ReplyCase& one) {
  ChatRequest request;
  request.messages.push_back(
      {ChatRole::user, one.prompt_bytes > 0 ? std::string(one.prompt_bytes, 'x') : "Why?"});
  for (const std::string& name : one.tools) request.tools.push_back({name, "A tool.", Json::object()});
  return request;
}

std::string transcript(const Result<ChatReply>& reply, const std::string& heard) {
  std::string out;
  if (!reply) {
    if (!heard.empty()) out += "heard " + Json(heard).compact() + "\n";
    return out + fmt::format("fails {}\n      {}\n", reply.error().message, reply.error().hint);
  }
  if (heard != reply->text) out += "heard " + Json(heard).compact() + "\n";
  if (!reply->text.empty()) out += "says " + Json(reply->text).compact() + "\n";
  for (const ChatToolCall& call : reply->calls)
    out += fmt::format("calls {} {}{}\n", call.name, call.arguments.compact(),
                       call.id.empty() ? " without an id" : "");
  constexpr std::array<std::string_view, 4> kEnds = {"finished", "tool calls", "out of tokens", "refused"};
  out += fmt::format("ends {}, {} in, {} out\n", kEnds.at(static_cast<size_t>(reply->end)),
                     reply->usage.input, reply->usage.output);
  for (const std::string& note : reply->notes) out += "notes " + note + "\n";
  return out;
}

}  // namespace nsys_ai::test
