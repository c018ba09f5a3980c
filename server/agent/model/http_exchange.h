// One request over HTTP by libcurl, whose answer is handed over as it comes.
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
  bool loopback = false;  // then no proxy is between
  std::vector<std::string> headers;
  std::string key_header;  // what stands before the key; nothing is sent where there is no key
  std::string body;
  std::string waiting;  // reported until something comes: what is waited for
};

struct HttpTimes {
  std::chrono::milliseconds connect = std::chrono::seconds(10);
  // With fewer than 16 bytes a second for so long, nothing comes any more. Whole seconds.
  std::chrono::seconds idle = std::chrono::seconds(60);
  std::chrono::steady_clock::time_point deadline;
};

struct HttpHead {
  int status = 0;  // 0: none came
  std::string retry_after;
  std::string location;
};

// How an exchange ended other than with an answer.
enum class HttpTrouble {
  none,
  cancelled,
  deadline,
  idle,
  unknown_host,
  no_connection,
  not_trusted,  // the host could not prove that it is itself
  dropped,      // the connection ended before the answer
  too_large,
  other
};

struct HttpEnd {
  HttpHead head;
  HttpTrouble trouble = HttpTrouble::none;
  std::string detail;  // libcurl's words
};

// Given the bytes of the body; false when no more are wanted, which ends the exchange well.
using ReplySink = std::function<bool(const HttpHead& head, std::string_view bytes)>;

constexpr size_t kMostReplyBytes = size_t{16} << 20;

// Posts, and calls `sink` on this thread until the answer is over. Follows no redirect. Returns within 50 ms
// of a cancel and of the deadline, whatever the network does. Fails where there is no libcurl.
Result<HttpEnd> post(HttpRequest request, const ModelKey& key, const HttpTimes& times, const ReplySink& sink,
                     const Work& work);

// How long a header Retry-After asks to wait; nothing where it says nothing that can be read.
std::optional<std::chrono::milliseconds> waiting_time(const std::string& retry_after,
                                                      std::chrono::system_clock::time_point now);

}  // namespace nsys_ai
