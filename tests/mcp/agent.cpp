// Writes requests as text, so that a test shows what travels.
#include "agent.h"

#include <fmt/format.h>

#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {

namespace fs = std::filesystem;

constexpr std::string_view kMeta =
    R"({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}})";

namespace {

std::vector<std::string> arguments_of(const std::string& folder, std::vector<std::string> options) {
  options.insert(options.begin(), {"mcp", folder});
  return options;
}

}  // namespace

Agent::Agent(const std::string& folder, const std::string& log, std::vector<std::string> options)
    : process_(program(), log, arguments_of(folder, std::move(options))) {}

std::optional<Json> Agent::line() {
  const auto text = process_.receive_line();
  if (!text) return std::nullopt;
  auto json = Json::parse(*text);
  if (!json) throw std::runtime_error("no JSON: " + *text);
  return std::move(*json);
}

int64_t Agent::begin(std::string_view method, std::string_view params) {
  Json with_meta = Json::parse(params).value();
  Json meta = Json::parse(kMeta).value();
  if (const Json* own = with_meta.find("_meta"))
    for (const Json::Member& member : *own->if_object()) meta.set(member.name, member.value);
  with_meta.set("_meta", std::move(meta));
  process_.send_bytes(fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"{}","params":{}}})", ++last_id_,
                                  method, with_meta.compact()) +
                      "\n");
  return last_id_;
}

Json Agent::ask(std::string_view method, std::string_view params) {
  begin(method, params);
  return line().value();
}

Json Agent::ask_plainly(std::string_view method, std::string_view params) {
  process_.send_bytes(
      fmt::format(R"({{"jsonrpc":"2.0","id":{},"method":"{}","params":{}}})", ++last_id_, method, params) +
      "\n");
  return line().value();
}

void Agent::notify(std::string_view method, std::string_view params) {
  process_.send_bytes(fmt::format(R"({{"jsonrpc":"2.0","method":"{}","params":{}}})", method, params) + "\n");
}

Json Agent::call(std::string_view tool, std::string_view arguments) {
  const Json answer = ask("tools/call", fmt::format(R"({{"name":"{}","arguments":{}}})", tool, arguments));
  const Json* result = answer.find("result");
  if (!result) throw std::runtime_error(answer.compact());
  return *result;
}

std::string text_of_result(const Json& result) {
  return *(*result.find("content")->if_array())[0].find("text")->if_string();
}

bool is_error(const Json& result) { return result.find("isError")->if_bool().value(); }

WithAgent::WithAgent() {
  std::string name = (fs::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
  if (::mkdtemp(name.data()) != nullptr) folder_ = fs::canonical(name);
  given_ = folder_ / "given";
  fs::create_directory(given_);
}

WithAgent::~WithAgent() {
  agent_.reset();
  fs::remove_all(folder_);
}

void WithAgent::sketch(const std::string& name, const std::string& text) const {
  sketch::write(text, (given_ / name).string());
}

Agent& WithAgent::agent() {
  if (!agent_) agent_.emplace(given_.string(), (folder_ / "log").string());
  return *agent_;
}

std::string WithAgent::open(const std::string& name) {
  const Json result = agent().call("open_profile", fmt::format(R"({{"path":"{}"}})", name));
  EXPECT_FALSE(is_error(result)) << text_of_result(result);
  handle_ = *result.descend({"structuredContent", "profile"})->if_string();
  return handle_;
}

Json WithAgent::call(std::string_view tool, std::string_view further) {
  return agent().call(tool, fmt::format(R"({{"profile":"{}"{}}})", handle_, further));
}

}  // namespace nsys_ai::test
