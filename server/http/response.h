// An answer before it is written: status, headers and a body that is text or a stream.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "http/content.h"
#include "http/message.h"

namespace nsys_ai {

// A body that is produced while it is sent. With a size, `range` says which part of it is sent.
struct BodyStream {
  BodyProducer produce;
  std::optional<uint64_t> size;
  ByteRange range;
  bool as_it_comes = false;  // each piece goes out at once: somebody watches
};

struct Response {
  int status = 200;
  std::vector<Header> headers;  // beyond those of framing and those that every answer has
  std::variant<std::string, BodyStream> body;
};

// Plain text, one sentence.
Response refuse(const Refusal& refusal);
// The message of an error with its hint, under the status of its code.
Response refuse(const Error& error);
Response text_response(std::string_view content_type, std::string body);
// The same, or why there is none.
Response text_or_error(std::string_view content_type, Result<std::string> text);

// Gives the response a body of unknown size, compressed for those who can undo that: a trace shrinks to a
// quarter and less, which counts where it travels through a forwarded port.
void send_zipped(Response& response, const BodyProducer& produce, const Request& request);

// The same of what was compressed before, with gzip.
void send_kept(Response& response, std::shared_ptr<const std::string> zipped);

// What stands under this name will never be another thing, with or without compression, and is no secret.
void keep_for_ever(Response& response);

// Status line and headers, up to and with the empty line. Every answer forbids caching, sniffing, referrers
// and use by other origins; none has a CORS header. A response that sets
// one of these headers itself keeps its own. `framing` are the headers that say where the body ends.
std::string response_head(const Response& response, const std::vector<Header>& framing);

}  // namespace nsys_ai
