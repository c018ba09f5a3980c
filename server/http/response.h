// A response before it is sent: status, headers, and a body that is a text or a stream.
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

// A body that is produced while it is sent. If it has a size, `range` selects the part to send.
struct BodyStream {
  BodyProducer produce;
  std::optional<uint64_t> size;
  ByteRange range;
  bool unbuffered = false;  // send each piece at once, because a person watches
};

struct Response {
  int status = 200;
  std::vector<Header> headers;  // in addition to those of framing and those of every response
  std::variant<std::string, BodyStream> body;
};

// Plain text, one sentence.
Response refuse(const Refusal& refusal);
// The message of an error with its hint, with the HTTP status of its code.
Response refuse(const Error& error);
Response text_response(std::string_view content_type, std::string body);
// Responds with a text, or with the error instead.
Response text_or_error(std::string_view content_type, Result<std::string> text);

// Sets a body of unknown size, compressed if the client accepts that: compression reduces a trace to a
// quarter or less, which matters on a forwarded port.
void set_compressed_body(Response& response, const BodyProducer& produce, const Request& request);

// The same for a body that is already compressed with gzip.
void set_precompressed_body(Response& response, std::shared_ptr<const std::string> zipped);

// Lets browsers cache the response for ever: the content of this name never changes and is no secret.
void cache_forever(Response& response);

// The status line and headers, including the empty line. Every response forbids caching, sniffing, referrers
// and use by other origins; none has a CORS header. A response that sets one of these headers keeps its own
// value. `framing` are the headers that determine where the body ends.
std::string response_head(const Response& response, const std::vector<Header>& framing);

}  // namespace nsys_ai
