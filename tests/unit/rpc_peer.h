// A client in the same process: speaks to a connection over a pair of sockets.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <thread>

#include "protocol/json.h"
#include "rpc/connection.h"
#include "rpc/framing.h"

namespace nsys_ai::test {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

inline milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(Clock::now() - start);
}

inline Json parsed(std::string_view text) {
  auto json = Json::parse(text);
  if (!json) throw std::runtime_error(json.error().message + " " + std::string(text));
  return std::move(*json);
}

// Register handlers, then start(); everything else is the client's side. `initialize` and `shutdown` are
// here, as small as can be.
class Peer {
 public:
  explicit Peer(PoolSize workers = {}) : Peer(socket_pair(), workers) {}
  ~Peer() { leave(); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  Router& router() { return connection_.router(); }
  RpcConnection& connection() { return connection_; }

  // Runs the server and begins a session.
  void start(const std::string& capabilities = "{}") {
    running_ = std::async(std::launch::async, [this] { return connection_.run(); });
    send(R"({"jsonrpc":"2.0","id":"init","method":"initialize","params":{"capabilities":)" + capabilities +
         "}}");
    EXPECT_TRUE(receive().find("result"));
  }
  void send(std::string_view body) { send_bytes(framed(body)); }
  void send_bytes(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;
      bytes.remove_prefix(static_cast<size_t>(count));
    }
  }
  void request(const std::string& id, const std::string& method, const std::string& params = "{}") {
    send(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method + R"(","params":)" + params + "}");
  }
  void notify(const std::string& method, const std::string& params = "{}") {
    send(R"({"jsonrpc":"2.0","method":")" + method + R"(","params":)" + params + "}");
  }
  void cancel(const std::string& id) { notify("$/cancelRequest", R"({"id":)" + id + "}"); }

  // The next message; null when none comes within the time or the server is gone.
  Json receive(milliseconds timeout = milliseconds(10000)) {
    const auto deadline = Clock::now() + timeout;
    while (true) {
      auto body = frames_.next();
      if (!body) throw std::runtime_error(body.error().message);
      if (*body) return parsed(**body);
      const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now()).count();
      pollfd watched{fd_, POLLIN, 0};
      if (left <= 0 || ::poll(&watched, 1, static_cast<int>(left)) <= 0) return {};
      std::array<char, 65536> bytes;
      const ssize_t count = ::recv(fd_, bytes.data(), bytes.size(), 0);
      if (count <= 0) return {};
      frames_.push({bytes.data(), static_cast<size_t>(count)});
    }
  }
  // The same as text, for comparisons.
  std::string receive_text(milliseconds timeout = milliseconds(10000)) { return receive(timeout).compact(); }
  bool silent_for(milliseconds timeout) { return receive(timeout).is_null(); }

  // Closes the client's side.
  void leave() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }
  // The exit code, once the server ends by itself.
  int exit_code() { return running_.get(); }

 private:
  static std::array<int, 2> socket_pair() {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) != 0) throw std::runtime_error("no sockets");
    return ends;
  }
  Peer(std::array<int, 2> ends, PoolSize workers)
      : fd_(ends[0]), connection_(Transport(ends[1], ends[1]), workers) {
    router().on_strand<method::Initialize>(
        [this](const lsp::InitializeParams& params, Call&) -> Result<lsp::InitializeResult> {
          const auto& window = params.capabilities.window;
          connection_.client().allow_progress(window && window->workDoneProgress.value_or(false));
          return lsp::InitializeResult{};
        });
    router().on_strand<method::Shutdown>([](const Nothing&, Call&) -> Result<Nothing> { return Nothing{}; });
  }

  int fd_;
  FrameReader frames_;
  RpcConnection connection_;
  std::future<int> running_;
};

}  // namespace nsys_ai::test
