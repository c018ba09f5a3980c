// Waits on a socket with asio's asynchronous operations, because only those can be cancelled.
#include "http/wire.h"

#include <array>
#include <asio/buffer.hpp>
#include <system_error>

namespace nsys_ai {
namespace {

constexpr size_t kReadBytes = size_t{16} * 1024;
// The limits for reading from a refused client before the connection closes.
constexpr size_t kDiscardBytes = size_t{1024} * 1024;
constexpr std::chrono::seconds kDiscardTime{1};

}  // namespace

template <class Start>
std::optional<size_t> Wire::wait_until(Clock::time_point deadline, Start start) {
  std::error_code error = asio::error::timed_out;
  size_t moved = 0;
  bool ended = false;
  io_.restart();
  if (interrupted_) return std::nullopt;
  waiting_since_ = Clock::now().time_since_epoch().count();
  start([&](const std::error_code& result, size_t bytes) {
    error = result;
    moved = bytes;
    ended = true;
  });
  io_.run_until(deadline);
  if (!ended) {
    std::error_code ignored;
    socket_.cancel(ignored);
    // An interrupt may stop this run too, and the operation refers to local variables.
    while (!ended) {
      io_.restart();
      io_.run();
    }
  }
  waiting_since_ = 0;
  if (error || moved == 0) return std::nullopt;
  return moved;
}

bool Wire::read_some(std::string& into, Clock::time_point deadline) {
  std::array<char, kReadBytes> buffer{};
  const auto moved =
      wait_until(deadline, [&](auto done) { socket_.async_read_some(asio::buffer(buffer), done); });
  if (moved) into.append(buffer.data(), *moved);
  return moved.has_value();
}

bool Wire::write_all(std::string_view bytes, Clock::duration stall) {
  while (!bytes.empty()) {
    const auto moved = wait_until(Clock::now() + stall, [&](auto done) {
      socket_.async_write_some(asio::buffer(bytes.data(), bytes.size()), done);
    });
    if (!moved) return false;
    bytes.remove_prefix(*moved);
  }
  return true;
}

bool Wire::client_is_gone() {
  std::error_code error;
  socket_.non_blocking(true, error);
  if (error) return true;
  std::array<char, 1> byte{};
  socket_.receive(asio::buffer(byte), asio::socket_base::message_peek, error);
  return error && error != asio::error::would_block && error != asio::error::try_again;
}

void Wire::close_gently() {
  std::error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  const auto deadline = Clock::now() + kDiscardTime;
  std::string discarded;
  while (discarded.size() < kDiscardBytes && read_some(discarded, deadline)) {
  }
  socket_.close(ignored);
}

// Does not allocate, because nobody could report a lack of memory while the server ends.
void Wire::interrupt() {
  interrupted_ = true;
  io_.stop();
}

}  // namespace nsys_ai
