// The writer thread and its queue.
#include "rpc/outgoing.h"

#include "base/guarded.h"
#include "base/log.h"

namespace nsys_ai {

using std::chrono::milliseconds;

Outgoing::Outgoing(Transport& transport, Frame frame)
    : transport_(transport), frame_(frame), writer_([this] { write_all(); }) {}

Outgoing::~Outgoing() { close(milliseconds(0)); }

void Outgoing::send(std::string body) {
  const std::lock_guard lock(mutex_);
  if (closing_ || ended_) return;
  waiting_bytes_ += body.size();
  waiting_.push_back(std::move(body));
  changed_.notify_all();
}

bool Outgoing::send_bulk(std::string body, const CancelToken& cancel) {
  std::unique_lock lock(mutex_);
  wait_for_room_locked(lock, kFullBytes, cancel);
  if (closing_ || ended_ || cancel.cancelled()) return false;
  waiting_bytes_ += body.size();
  waiting_.push_back(std::move(body));
  changed_.notify_all();
  return true;
}

void Outgoing::wait_for_room(size_t bytes, const CancelToken& cancel) {
  std::unique_lock lock(mutex_);
  wait_for_room_locked(lock, bytes, cancel);
}

void Outgoing::wait_for_room_locked(std::unique_lock<std::mutex>& lock, size_t bytes,
                                    const CancelToken& cancel) {
  // Polls the token, because it cannot wake this thread.
  while (waiting_bytes_ > bytes && !closing_ && !ended_ && !cancel.cancelled())
    changed_.wait_for(lock, milliseconds(10));
}

size_t Outgoing::waiting_bytes() const {
  const std::lock_guard lock(mutex_);
  return waiting_bytes_;
}

void Outgoing::close(milliseconds timeout) {
  {
    std::unique_lock lock(mutex_);
    closing_ = true;
    changed_.notify_all();
    if (!changed_.wait_for(lock, timeout, [this] { return ended_; })) transport_.interrupt_write();
  }
  if (writer_.joinable()) writer_.join();
}

void Outgoing::write_all() {
  std::unique_lock lock(mutex_);
  bool alive = true;
  while (alive) {
    changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    if (waiting_.empty()) break;
    const std::string body = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    if (!run_guarded("A message", [&] { alive = transport_.write(frame_(body)); })) {
      // A session that loses a message must end, so that the client notices.
      alive = false;
      transport_.interrupt_read();
    }
    lock.lock();
    waiting_bytes_ -= body.size();
    changed_.notify_all();
  }
  if (!alive) log_info("The client takes no more messages.");
  ended_ = true;
  changed_.notify_all();
}

}  // namespace nsys_ai
