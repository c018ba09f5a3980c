// The one place that writes to the client.
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

// Thread-safe. Messages leave in the order in which they were sent, from a thread of their own.
class Outgoing {
 public:
  // While more than this waits, bulk producers do, and bulk work does not begin.
  static constexpr size_t kFullBytes = size_t{4} << 20U;
  // While more than this waits, no work begins and nothing is read: the client does not read what it gets.
  static constexpr size_t kMaxBytes = size_t{32} << 20U;

  // How a body becomes bytes.
  using Frame = std::string (*)(std::string_view body);

  explicit Outgoing(Transport& transport, Frame frame = framed);
  ~Outgoing();
  Outgoing(const Outgoing&) = delete;
  Outgoing& operator=(const Outgoing&) = delete;

  // Replies and what must not be late; never waits.
  void send(std::string body);
  // For bulk output: waits while the queue is full. False when cancelled or closed meanwhile.
  bool send_bulk(std::string body, const CancelToken& cancel);
  // Waits until at most `bytes` wait to be written, or until a cancel or the end.
  void wait_for_room(size_t bytes, const CancelToken& cancel);
  size_t waiting_bytes() const;
  // Accepts nothing more, writes what is queued for at most `timeout`, and ends.
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
