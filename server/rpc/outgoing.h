// Writes all messages to the client.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "base/work.h"
#include "rpc/framing.h"
#include "rpc/transport.h"

namespace nsys_ai {

// Thread-safe. A thread of its own writes the messages in the order in which they were sent.
class Outgoing {
 public:
  // While more bytes than this are queued, bulk producers wait and bulk work does not start.
  static constexpr size_t kFullBytes = size_t{4} << 20U;
  // While more bytes than this are queued, the client is not reading: no work starts, and the reader stops.
  static constexpr size_t kMaxBytes = size_t{32} << 20U;

  // Turns a body into the bytes of a message.
  using Frame = std::string (*)(std::string_view body);

  explicit Outgoing(Transport& transport, Frame frame = framed);
  ~Outgoing();
  Outgoing(const Outgoing&) = delete;
  Outgoing& operator=(const Outgoing&) = delete;

  // For replies and other urgent messages; never waits.
  void send(std::string body);
  // For bulk output: waits while the queue is full. Returns false if cancelled or closed meanwhile.
  bool send_bulk(std::string body, const CancelToken& cancel);
  // Waits until at most `bytes` are queued, or until cancellation or the end.
  void wait_for_room(size_t bytes, const CancelToken& cancel);
  size_t waiting_bytes() const;
  // Rejects new messages, writes the queue for at most `timeout`, and ends.
  void close(std::chrono::milliseconds timeout);

 private:
  void write_all();
  void wait_for_room_locked(std::unique_lock<std::mutex>& lock, size_t bytes, const CancelToken& cancel);

  Transport& transport_;
  const Frame frame_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  size_t waiting_bytes_ = 0;
  bool closing_ = false;
  bool ended_ = false;
  std::thread writer_;
};

}  // namespace nsys_ai
