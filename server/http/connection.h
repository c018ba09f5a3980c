// Serves the requests of one client, one after the other, on its own thread.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "http/body_writer.h"
#include "http/loopback.h"
#include "http/site.h"
#include "http/wire.h"

namespace nsys_ai {

// `serve` runs on the thread of the connection; the other functions are thread-safe.
class Connection {
 public:
  Connection(Site& site, const HttpLimits& limits) : site_(site), limits_(limits) {}

  asio::ip::tcp::socket& socket() { return wire_.socket(); }
  // Serves until the client disconnects, idles too long, violates HTTP, or is interrupted.
  void serve();
  void interrupt();
  bool finished() const { return finished_; }
  // Whether it has been interrupted; its thread ends soon after.
  bool leaving() const { return stopping_; }
  // The time at which it began to wait for the client to send a request or to read a response, in ticks of
  // the steady clock; 0 while it does not wait.
  Wire::Clock::rep waiting_since() const { return wire_.waiting_since(); }

 private:
  enum class Next { another_request, close, close_gently };

  Next serve_one();
  // The head of the next request, which it removes from `received_`. A refusal of status 0 closes the
  // connection without a response.
  tl::expected<std::string, Refusal> read_head();
  Next send(const Request& request, const Response& response);
  Next send_text(const Request& request, const Response& response, const std::string& body);
  Next send_stream(const Request& request, const Response& response, const BodyStream& stream);

  Site& site_;
  const HttpLimits limits_;
  Wire wire_;
  std::string received_;
  std::atomic<bool> stopping_{false};
  std::atomic<bool> finished_{false};
};

}  // namespace nsys_ai
