// Sends a produced body: chunked, of a known length, or to the end of the connection.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/response.h"
#include "http/wire.h"

namespace nsys_ai {

// Used by the thread of one connection. Invariant: `pending_` is text of the body that belongs to the answer
// and is not sent yet; the head goes out with the first of it, so that an early failure can still become
// another answer.
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
  // Whether anything has been sent, so that the answer can no longer be another one.
  bool begun() const { return begun_; }
  // Whether all that was asked for has been taken: then the producer was stopped because it was done.
  bool satisfied() const { return sized_ && left_ == 0; }
  // After the producer has returned well. False: the body is broken, and the connection has to be closed.
  bool finish();
  // Whether the end of the body can be marked without closing the connection.
  bool delimited() const { return sized_ || chunked_; }

  // The headers that say where the body ends, also for an answer to HEAD.
  static std::vector<Header> framing(const BodyStream& stream, int minor_version);

 private:
  bool client_is_there();
  bool flush();

  Peer peer_;
  std::string head_;
  std::string pending_;
  bool sized_;
  bool chunked_;
  uint64_t skip_;  // bytes of the whole before the part that is asked for
  uint64_t left_;  // bytes of that part that are still to come
  bool as_it_comes_;
  bool begun_ = false;
  bool broken_ = false;
};

}  // namespace nsys_ai
