// What tests of the loopback server share: a running server, requests to it, and traces to serve.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "http/content.h"
#include "http/loopback.h"
#include "tests/unit/http_client.h"

namespace nsys_ai {

// Text in which a piece that is missing or out of place is noticed.
inline std::string pattern(size_t bytes) {
  std::string text(bytes, '\0');
  for (size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>('a' + i * 7 % 26 + i / 4096 % 3);
  return text;
}

inline BodyProducer producer_of(std::string bytes) {
  return [bytes = std::move(bytes)](const BodySink& sink) -> Result<void> {
    for (size_t at = 0; at < bytes.size(); at += 1000) {
      if (!sink(std::string_view(bytes).substr(at, 1000)))
        return fail(ErrorCode::cancelled, "Nobody listens.");
    }
    return {};
  };
}

inline TraceHandle trace_of(const std::string& bytes) {
  return {"run.sqlite", "run.pftrace", bytes.size(), producer_of(bytes)};
}

// Waits until something that another thread does has happened.
template <class Condition>
bool soon(Condition condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(8);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

class Http : public testing::Test {
 protected:
  Http() { start({}); }

  void start(LoopbackServer::Options options) {
    auto started = LoopbackServer::start(std::move(options));
    ASSERT_TRUE(started) << started.error().message;
    server_ = std::move(*started);
  }
  std::string here() const { return "127.0.0.1:" + std::to_string(server_->port()); }

  // One request on a connection of its own; `headers` are whole lines.
  test::Reply request(const std::string& method, const std::string& target, const std::string& headers) {
    test::HttpClient client(server_->port());
    client.send(method + " " + target + " HTTP/1.1\r\n" + headers + "\r\n");
    return client.reply(method == "HEAD");
  }
  test::Reply get(const std::string& target, const std::string& headers = "") {
    return request("GET", target, "Host: " + here() + "\r\n" + headers);
  }
  // The status for a request of the launcher page under this host.
  int status_for_host(const std::string& path, const std::string& host) {
    return request("GET", path, "Host: " + host + "\r\n").status;
  }

  std::unique_ptr<LoopbackServer> server_;
};

}  // namespace nsys_ai
