// Plain sockets: what a service does wrong is written byte by byte.
#include "tests/agent/model/fake_service.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace nsys_ai::test {

std::string FakeRequest::path() const {
  const size_t begin = head.find(' ') + 1;
  return head.substr(begin, head.find(' ', begin) - begin);
}

std::string FakeRequest::header(const std::string& name) const {
  for (size_t at = head.find("\r\n"); at != std::string::npos; at = head.find("\r\n", at + 2)) {
    const size_t colon = head.find(':', at);
    if (colon == std::string::npos) break;
    std::string found = head.substr(at + 2, colon - at - 2);
    std::transform(found.begin(), found.end(), found.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    if (found == name) return head.substr(colon + 2, head.find("\r\n", colon) - colon - 2);
  }
  return "";
}

FakeService::FakeService(Answer answer)
    : answer_(std::move(answer)), listening_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listening_.number(), generic, size) != 0 || ::listen(listening_.number(), 16) != 0 ||
      ::getsockname(listening_.number(), generic, &size) != 0)
    throw std::runtime_error("no port is free for a fake service");
  port_ = ntohs(address.sin_port);
  accepting_ = std::thread([this] { accept_clients(); });
}

FakeService::~FakeService() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    stopping_.notify_all();
    for (const int client : clients_) ::shutdown(client, SHUT_RDWR);
  }
  accepting_.join();
  for (std::thread& one : serving_) one.join();
}

std::string FakeService::url() const { return fmt::format("http://127.0.0.1:{}", port_); }

std::vector<FakeRequest> FakeService::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

std::string FakeService::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

size_t FakeService::connections() const {
  const std::lock_guard lock(mutex_);
  return connections_;
}

void FakeService::accept_clients() {
  while (true) {
    pollfd watched{listening_.number(), POLLIN, 0};
    ::poll(&watched, 1, 20);
    const std::lock_guard lock(mutex_);
    if (stopped_) return;
    if ((watched.revents & POLLIN) == 0) continue;
    const int client = ::accept4(listening_.number(), nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) continue;
    const int at_once = 1;
    ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    ++connections_;
    clients_.push_back(client);
    serving_.emplace_back([this, client] { serve(client); });
  }
}

void FakeService::serve(int client) {
  FakeRequest request;
  if (read_request(client, request)) {
    size_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      number = requests_.size();
      requests_.push_back(request);
    }
    FakeReply reply;
    {
      const std::lock_guard one_at_a_time(answering_);
      reply = answer_(request, number);
    }
    write_reply(client, reply);
  }
  const std::lock_guard lock(mutex_);
  clients_.erase(std::find(clients_.begin(), clients_.end(), client));
  ::close(client);
}

bool FakeService::read_request(int client, FakeRequest& request) {
  std::string got;
  size_t whole = std::string::npos;
  while (got.size() < whole) {
    std::array<char, 65536> bytes;
    const ssize_t count = ::recv(client, bytes.data(), bytes.size(), 0);
    if (count <= 0) return false;
    got.append(bytes.data(), static_cast<size_t>(count));
    {
      const std::lock_guard lock(mutex_);
      bytes_.append(bytes.data(), static_cast<size_t>(count));
    }
    // The beginning of TLS is answered as web servers do.
    if (got[0] == '\x16') return write(client, "HTTP/1.1 400 Bad Request\r\n\r\n"), false;
    const size_t end = got.find("\r\n\r\n");
    if (end == std::string::npos) continue;
    request.head = got.substr(0, end + 2);
    whole = end + 4 + std::strtoull(request.header("content-length").c_str(), nullptr, 10);
  }
  request.body = got.substr(got.find("\r\n\r\n") + 4);
  return true;
}

// False when this is to end meanwhile.
bool FakeService::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  if (time.count() > 0) stopping_.wait_for(lock, time, [this] { return stopped_; });
  return !stopped_;
}

bool FakeService::write(int client, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      left_ = true;
      return false;
    }
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

void FakeService::write_reply(int client, const FakeReply& reply) {
  if (!wait(reply.before)) return;
  std::string head = fmt::format(
      "HTTP/1.1 {} Scripted\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n", reply.status);
  for (const std::string& header : reply.headers) head += header + "\r\n";
  if (!write(client, head + "\r\n")) return;
  const size_t most = reply.split > 0 ? reply.split : std::max<size_t>(reply.body.size(), 1);
  for (size_t at = 0; at < reply.body.size(); at += most) {
    const std::string piece = reply.body.substr(at, most);
    if (!write(client, fmt::format("{:x}\r\n{}\r\n", piece.size(), piece)) || !wait(reply.between)) return;
  }
  if (!reply.drop) write(client, "0\r\n\r\n");
  ::shutdown(client, SHUT_WR);
}

}  // namespace nsys_ai::test
