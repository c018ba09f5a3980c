// A service that listens on 127.0.0.1, answers as a test says, and keeps every byte it was sent.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/descriptor.h"

namespace nsys_ai::test {

struct FakeRequest {
  std::string head;  // the request line and the headers, as they were sent
  std::string body;

  std::string path() const;
  // The value of a header, whose name is in lower case; empty when there is none.
  std::string header(const std::string& name) const;
};

struct FakeReply {
  int status = 200;
  std::vector<std::string> headers = {};  // "Retry-After: 1"
  std::string body = {};
  size_t split = 0;  // how many bytes are written at a time; 0: all
  std::chrono::milliseconds before{0};
  std::chrono::milliseconds between{0};  // writes
  bool drop = false;                     // the connection ends where the body should go on
};

// Thread-safe. Each connection serves one request. Ends at once, whatever it is sending.
class FakeService {
 public:
  // Says what is answered to a request; `number` counts them from 0. Called from threads of its own, one at a
  // time.
  using Answer = std::function<FakeReply(const FakeRequest& request, size_t number)>;

  explicit FakeService(Answer answer);
  ~FakeService();
  FakeService(const FakeService&) = delete;
  FakeService& operator=(const FakeService&) = delete;

  // "http://127.0.0.1:PORT"
  std::string url() const;
  // What came so far. A request counts when it is whole.
  std::vector<FakeRequest> requests() const;
  // Every byte of every connection, also of what was no whole request.
  std::string bytes() const;
  size_t connections() const;
  // When the client has gone from the last connection before its answer was whole; nothing when it has not.
  bool was_left() const { return left_; }

 private:
  void accept_clients();
  void serve(int client);
  bool read_request(int client, FakeRequest& request);
  void write_reply(int client, const FakeReply& reply);
  bool write(int client, std::string_view bytes);
  bool wait(std::chrono::milliseconds time);

  const Answer answer_;
  Descriptor listening_;
  uint16_t port_ = 0;
  mutable std::mutex mutex_;
  std::mutex answering_;
  std::condition_variable stopping_;
  bool stopped_ = false;
  std::atomic<bool> left_ = false;
  std::vector<FakeRequest> requests_;
  std::string bytes_;
  std::list<std::thread> serving_;
  std::vector<int> clients_;
  size_t connections_ = 0;
  std::thread accepting_;
};

}  // namespace nsys_ai::test
