// One thread reads; whoever asks waits for its own reply.
#include "busy_client.h"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace nsys_ai::test {

BusyClient::BusyClient(const std::string& program)
    : server_(program, "/dev/null"), reader_([this] { read(); }) {
  result("initialize", R"({"capabilities": {}})");
  tell("initialized", "{}");
}

BusyClient::~BusyClient() {
  tell("exit", "{}");
  reader_.join();
}

void BusyClient::read() {
  try {
    while (const auto body = server_.receive(std::chrono::seconds(60))) {
      const auto now = Clock::now();
      Json message = *Json::parse(*body);
      const Json* id = message.find("id");
      if (!id || message.find("method")) continue;
      const std::lock_guard lock(lock_);
      replies_[id->if_integer().value_or(0)] = {std::move(message), now};
      arrived_.notify_all();
    }
  } catch (const std::exception&) {
    // A server that says nothing any more has ended for those who wait.
  }
  const std::lock_guard lock(lock_);
  ended_ = true;
  arrived_.notify_all();
}

int64_t BusyClient::ask(const std::string& method, const std::string& params) {
  const std::lock_guard lock(writing_);
  const int64_t id = ++last_id_;
  server_.send(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + method +
               R"(","params":)" + params + "}");
  return id;
}

void BusyClient::tell(const std::string& method, const std::string& params) {
  const std::lock_guard lock(writing_);
  server_.send(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + "}");
}

BusyClient::Reply BusyClient::wait(int64_t id) {
  std::unique_lock lock(lock_);
  arrived_.wait(lock, [&] { return ended_ || replies_.contains(id); });
  auto reply = replies_.extract(id);
  if (!reply) throw std::runtime_error("the server ended");
  return std::move(reply.mapped());
}

Json BusyClient::result(const std::string& method, const std::string& params) {
  const Reply reply = wait(ask(method, params));
  const Json* result = reply.message.find("result");
  if (!result) throw std::runtime_error(method + ": " + reply.message.compact());
  return *result;
}

int64_t BusyClient::resident() const {
  std::ifstream file("/proc/" + std::to_string(server_.pid()) + "/statm");
  int64_t all = 0;
  int64_t pages = 0;
  file >> all >> pages;
  return pages * ::sysconf(_SC_PAGESIZE);
}

std::chrono::milliseconds BusyClient::processor_time() const {
  std::ifstream file("/proc/" + std::to_string(server_.pid()) + "/stat");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  // The name of the program, in brackets, may hold anything; the 12th and 13th word behind it are the times.
  std::istringstream words(text.substr(text.rfind(')') + 1));
  std::string word;
  for (int i = 0; i < 11; ++i) words >> word;
  int64_t user = 0;
  int64_t system = 0;
  words >> user >> system;
  return std::chrono::milliseconds((user + system) * 1000 / ::sysconf(_SC_CLK_TCK));
}

}  // namespace nsys_ai::test
