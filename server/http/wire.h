// One accepted socket with a timeout for every read and write.
//
// The thread of a connection blocks here, so that producers wait for slow clients. Other threads may call
// only `interrupt` and `waiting_since`.
#pragma once

#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nsys_ai {

class Wire {
 public:
  using Clock = std::chrono::steady_clock;

  Wire() : socket_(io_) {}
  // Accept a connection into it before any other use.
  asio::ip::tcp::socket& socket() { return socket_; }

  // Appends the received bytes, at least one. Returns false if the client has closed or the deadline has
  // passed.
  bool read_some(std::string& into, Clock::time_point deadline);
  // Returns false if the client disconnected or read nothing for `stall`.
  bool write_all(std::string_view bytes, Clock::duration stall);
  // Whether the client has closed its side; does not wait.
  bool client_is_gone();
  // Lets the last response arrive although the client may still be sending: a plain close would reset the
  // connection.
  void close_gently();
  // Ends the current wait and all later ones.
  void interrupt();
  // The time at which the current wait for the client began, in ticks of the clock; 0 while there is none.
  Clock::rep waiting_since() const { return waiting_since_; }

 private:
  // Runs one asynchronous operation; returns nullopt if it failed or the deadline passed.
  template <class Start>
  std::optional<size_t> wait_until(Clock::time_point deadline, Start start);

  asio::io_context io_{1};
  asio::ip::tcp::socket socket_;
  std::atomic<Clock::rep> waiting_since_{0};
  std::atomic<bool> interrupted_{false};
};

}  // namespace nsys_ai
