// Frames over a Unix socket.
#include "socket_client.h"

#include <array>
#include <stdexcept>
#include <thread>

namespace nsys_ai::test {
namespace {

Transport connect(const std::filesystem::path& path) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (true) {
    auto transport = Transport::pipe(path.string());
    if (transport) return std::move(*transport);
    if (std::chrono::steady_clock::now() > deadline) throw std::runtime_error(transport.error().message);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

SocketClient::SocketClient(const std::filesystem::path& path) : transport_(connect(path)) {}

void SocketClient::send(const std::string& body) {
  if (!transport_.write(framed(body))) throw std::runtime_error("the server takes nothing");
}

void SocketClient::ask(int64_t id, const std::string& method, const std::string& params) {
  send(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + method + R"(","params":)" +
       params + "}");
}

void SocketClient::tell(const std::string& method, const std::string& params) {
  send(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + "}");
}

Json SocketClient::receive() {
  std::array<char, 65536> bytes;
  while (true) {
    const auto body = frames_.next();
    if (!body) throw std::runtime_error(body.error().message);
    if (*body) return *Json::parse(**body);
    const size_t count = transport_.read(bytes);
    if (count == 0) throw std::runtime_error("the server hung up");
    frames_.push({bytes.data(), count});
  }
}

Json SocketClient::reply() {
  while (true)
    if (Json message = receive(); !message.find("method")) return message;
}

Json SocketClient::told(const std::string& method) {
  while (true) {
    const Json message = receive();
    if (const Json* of = message.find("method"); of && of->if_string() && *of->if_string() == method)
      return message.find("params") ? *message.find("params") : Json();
  }
}

Json SocketClient::result(const std::string& method, const std::string& params) {
  ask(1, method, params);
  const Json answer = reply();
  if (!answer.find("result")) throw std::runtime_error(method + ": " + answer.compact());
  return *answer.find("result");
}

void SocketClient::begin(const std::string& capabilities) {
  result("initialize", R"({"capabilities": )" + capabilities + "}");
  tell("initialized");
}

void SocketClient::leave() {
  result("shutdown");
  tell("exit");
  std::array<char, 64> bytes;
  while (transport_.read(bytes) > 0) {
  }
}

}  // namespace nsys_ai::test
