// One client: its requests, one after the other, on a thread of its own.
#pragma once

#include <atomic>
#include <chrono>
#include <string>

#include "http/body_writer.h"
#include "http/loopback.h"
#include "http/site.h"
#include "http/wire.h"

namespace nsys_ai {

// `serve` runs on the thread of the connection; the rest is thread-safe.
class Connection {
 public:
  Connection(Site& site, const HttpLimits& limits) : site_(site), limits_(limits) {}

  asio::ip::tcp::socket& socket() { return wire_.socket(); }
  // Until the client goes, idles too long, breaks a rule of HTTP, or is interrupted.
  void serve();
  void interrupt();
  bool finished() const { return finished_; }
  // Whether it has been interrupted; its thread ends as soon as it notices.
  bool leaving() const { return stopping_; }
  // When it began to wait for its client, to send a request or to read more of an answer, in ticks of the
  // steady clock; 0 while it does not wait.
  Wire::Clock::rep waiting_since() const { return wire_.waiting_since(); }

 private:
  enum class Next { another_request, close, close_gently };

  Next serve_one();
  // The head of the next request, which leaves `received_`; a refusal of status 0 asks to close without a
  // word.
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
