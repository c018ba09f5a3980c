// One HTTP request with libcurl; the reply is passed on as it arrives.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agent/model/model_key.h"
#include "base/result.h"
#include "base/work.h"

namespace nsys_ai {

struct HttpRequest {
  std::string url;
  bool loopback = false;  // if set, no proxy is used
  std::vector<std::string> headers;
  std::string key_header;  // the header text before the key; the header is not sent without a key
  std::string body;
  std::string waiting;  // the progress message until a reply arrives
};

struct HttpTimes {
  std::chrono::milliseconds connect = std::chrono::seconds(10);
  // The reply counts as stalled after this time below 16 bytes a second. Full seconds.
  std::chrono::seconds idle = std::chrono::seconds(60);
  std::chrono::steady_clock::time_point deadline;
};

struct HttpHead {
  int status = 0;  // 0: no response arrived
  std::string retry_after;
  std::string location;
};

// How an exchange ended if not with a reply.
enum class HttpFailure {
  none,
  cancelled,
  deadline,
  idle,
  unknown_host,
  no_connection,
  not_trusted,  // the host's certificate could not be verified
  dropped,      // the connection ended before the reply
  too_large,
  other
};

struct HttpEnd {
  HttpHead head;
  HttpFailure trouble = HttpFailure::none;
  std::string detail;  // libcurl's message
};

// Receives the bytes of the body; returns false to end the exchange normally.
using ReplySink = std::function<bool(const HttpHead& head, std::string_view bytes)>;

constexpr size_t kMostReplyBytes = size_t{16} << 20;

// Posts, and calls `sink` on this thread until the reply ends. Follows no redirects. Returns within 50 ms of
// a cancel or the deadline, whatever the network does. Fails if there is no libcurl.
Result<HttpEnd> post(HttpRequest request, const ModelKey& key, const HttpTimes& times, const ReplySink& sink,
                     const Work& work);

// The time that a Retry-After header asks to wait; nullopt if it is missing or invalid.
std::optional<std::chrono::milliseconds> waiting_time(const std::string& retry_after,
                                                      std::chrono::system_clock::time_point now);

}  // namespace nsys_ai
