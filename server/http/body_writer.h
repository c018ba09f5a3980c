// Sends a produced body in chunks, with a known length, or until the end of the connection.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/response.h"
#include "http/wire.h"

namespace nsys_ai {

// Used by the thread of one connection. Invariant: `pending_` holds bytes of the response body that are not
// sent yet. The head is sent with the first of them, so that an early failure can still become another
// response.
class BodyWriter {
 public:
  struct Peer {
    Wire& wire;
    Wire::Clock::duration stall;
    const std::atomic<bool>& stopping;
    int minor_version = 1;
  };
  BodyWriter(const Response& response, const BodyStream& stream, Peer peer);

  // The sink of the producer.
  bool write(std::string_view bytes);
  // Whether bytes have been sent, so that the response can no longer change.
  bool begun() const { return begun_; }
  // Whether the requested range is complete, so that a stopped producer was stopped because it was done.
  bool satisfied() const { return sized_ && left_ == 0; }
  // Call it after the producer succeeded. Returns false if the body is broken and the connection must be
  // closed.
  bool finish();
  // Whether the end of the body can be marked without closing the connection.
  bool delimited() const { return sized_ || chunked_; }

  // The headers that determine where the body ends, also for a response to HEAD.
  static std::vector<Header> framing(const BodyStream& stream, int minor_version);

 private:
  bool client_is_there();
  bool flush();

  Peer peer_;
  std::string head_;
  std::string pending_;
  bool sized_;
  bool chunked_;
  uint64_t skip_;  // bytes still to skip before the requested range
  uint64_t left_;  // bytes of the range still to send
  bool as_it_comes_;
  bool begun_ = false;
  bool broken_ = false;
};

}  // namespace nsys_ai
