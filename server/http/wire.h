// One accepted socket, read and written with a limit to every wait.
//
// The thread of a connection simply waits here, which is what makes producers wait for slow readers. Only
// `interrupt` and `waiting_since` may be called from another thread.
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
  // To be accepted into, before any other use.
  asio::ip::tcp::socket& socket() { return socket_; }

  // Appends what has arrived, at least one byte. False: the client has closed, or the deadline has passed.
  bool read_some(std::string& into, Clock::time_point deadline);
  // False: the client is gone, or took nothing for `stall`.
  bool write_all(std::string_view bytes, Clock::duration stall);
  // Whether the client has closed its side; asks without waiting.
  bool client_is_gone();
  // Lets a last answer arrive although the client may still be sending: a plain close would reset the
  // connection.
  void close_gently();
  // Ends the present wait and all later ones.
  void interrupt();
  // When the present wait for the client began, in ticks of the clock; 0 while there is none.
  Clock::rep waiting_since() const { return waiting_since_; }

 private:
  // Runs one asynchronous operation; nothing when it failed or the deadline passed.
  template <class Start>
  std::optional<size_t> wait_until(Clock::time_point deadline, Start start);

  asio::io_context io_{1};
  asio::ip::tcp::socket socket_;
  std::atomic<Clock::rep> waiting_since_{0};
  std::atomic<bool> interrupted_{false};
};

}  // namespace nsys_ai
