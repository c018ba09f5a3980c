// Parses the head of an HTTP/1 request strictly, and refuses heads that two readers could understand
// differently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

namespace nsys_ai {

// The reason why a request is refused: a status and one plain sentence.
struct Refusal {
  int status = 400;
  std::string sentence;
};

struct Header {
  std::string name;  // in lower case
  std::string value;
};

struct Request {
  std::string method;
  std::string path;   // as sent, still with its %XX
  std::string query;  // without the question mark
  int minor_version = 1;
  std::vector<Header> headers;

  // Returns nullopt if the request has no such header; `name` is in lower case.
  std::optional<std::string_view> header(std::string_view name) const;
  bool has_body() const;
  bool keeps_alive() const;
  // Whether the client accepts gzip.
  bool accepts_gzip() const;
};

// `head` ends with the empty line.
tl::expected<Request, Refusal> parse_request(std::string_view head);

// A decoded value of a query (`a=1&b=2`); nullopt if it has no such name.
std::optional<std::string> query_value(std::string_view query, std::string_view name);
// All values, in their order.
std::vector<std::pair<std::string, std::string>> query_values(std::string_view query);

// The requested range of a body of known size.
struct ByteRange {
  uint64_t first = 0;
  uint64_t length = 0;
};
enum class RangeKind { whole, part, unsatisfiable };
struct RangeChoice {
  RangeKind kind = RangeKind::whole;
  ByteRange range;
};
// Supports one range. Several or malformed ranges select the entire body, as RFC 9110 allows.
RangeChoice choose_range(const Request& request, uint64_t size);

// Handles ASCII only, which is enough for hosts and header names.
std::string lower_case(std::string_view text);

}  // namespace nsys_ai
