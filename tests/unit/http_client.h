// A client for tests of the loopback server: it sends the bytes that a test gives, and reads what comes back.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace nsys_ai::test {

struct Reply {
  int status = 0;  // 0: none came
  std::string head;
  std::string body;
  bool whole = false;  // the body ended where its framing says

  // The value of a header, or "" ("-" stands for none).
  std::string header(const std::string& name) const {
    const auto at = head.find("\r\n" + name + ": ");
    if (at == std::string::npos) return "-";
    const auto from = at + name.size() + 4;
    return head.substr(from, head.find("\r\n", from) - from);
  }
};

// One connection.
class HttpClient {
 public:
  explicit HttpClient(uint16_t port, int receive_buffer = 0) : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (receive_buffer > 0) ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    const timeval timeout{10, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  ~HttpClient() { close(); }
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  bool connected() const { return connected_; }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  bool send(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(sent));
    }
    return true;
  }
  // False at the end of the connection, and after ten seconds of silence.
  bool receive(size_t most = 65536) {
    char buffer[65536];
    const auto got = ::recv(fd_, buffer, std::min(most, sizeof buffer), 0);
    if (got > 0) received_.append(buffer, static_cast<size_t>(got));
    return got > 0;
  }
  // What has arrived and belongs to no reply yet.
  const std::string& received() const { return received_; }

  Reply reply(bool to_head_request = false) {
    Reply reply;
    while (received_.find("\r\n\r\n") == std::string::npos) {
      if (!receive()) return reply;
    }
    reply.head = take(received_.find("\r\n\r\n") + 4);
    reply.status = std::atoi(reply.head.c_str() + 9);
    if (to_head_request) {
      reply.whole = true;
    } else if (reply.header("Transfer-Encoding") == "chunked") {
      reply.whole = read_chunks(reply.body);
    } else if (reply.header("Content-Length") != "-") {
      const size_t length = std::strtoull(reply.header("Content-Length").c_str(), nullptr, 10);
      while (received_.size() < length && receive()) {
      }
      reply.whole = received_.size() >= length;
      reply.body = take(std::min(length, received_.size()));
    } else {
      while (receive()) {
      }
      reply.body = take(received_.size());
      reply.whole = true;
    }
    return reply;
  }

 private:
  std::string take(size_t bytes) {
    std::string taken = received_.substr(0, bytes);
    received_.erase(0, bytes);
    return taken;
  }
  bool read_chunks(std::string& body) {
    while (true) {
      while (received_.find("\r\n") == std::string::npos) {
        if (!receive()) return false;
      }
      const size_t size = std::strtoull(take(received_.find("\r\n") + 2).c_str(), nullptr, 16);
      while (received_.size() < size + 2) {
        if (!receive()) return false;
      }
      body += take(size);
      take(2);
      if (size == 0) return true;
    }
  }

  int fd_;
  bool connected_ = false;
  std::string received_;
};

}  // namespace nsys_ai::test
