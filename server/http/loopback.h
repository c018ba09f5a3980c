// A small HTTP/1.1 server on 127.0.0.1 that serves traces and pages to the user's own browser.
//
// Everybody on a machine can reach its loopback, and so can any web page in the user's browser. The server
// therefore puts all content under unguessable tokens, and accepts only requests that name a loopback host
// (at any port, since forwarding changes it) and that do not come from a page of another origin. It logs
// nothing about them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "http/content.h"

namespace nsys_ai {

// Timeouts and limits for a client.
struct HttpLimits {
  std::chrono::milliseconds idle{60'000};    // between two requests of a connection
  std::chrono::milliseconds head{10'000};    // from the first byte of a request to the end of its head
  std::chrono::milliseconds stall{120'000};  // without the client reading any of the response
  size_t connections = 64;  // concurrent; beyond it, closes the one that has waited longest
};

// Thread-safe. The destructor closes all connections and waits until producers notice that their sinks are
// closed.
class LoopbackServer {
 public:
  struct Options {
    uint16_t port = 0;  // 0: any free port, the same each time if possible
    std::string perfetto_url =
        "https://ui.perfetto.dev";  // a Perfetto UI, http or https, without query or fragment
    // The folder with the index.html of a Perfetto UI on this machine. The server serves this UI instead.
    std::filesystem::path perfetto_dir = {};
    HttpLimits limits;
  };

  // Fails if the options name no Perfetto UI, or one that does not exist.
  static Result<void> check(const Options& options);
  static Result<std::unique_ptr<LoopbackServer>> start(Options options);
  virtual ~LoopbackServer() = default;

  virtual uint16_t port() const = 0;
  // Registers content under a fresh token of 128 bits, 32 hexadecimal digits.
  virtual std::string add(Content content) = 0;
  // Refuses the token from now on; running responses complete normally.
  virtual void remove(const std::string& token) = 0;
  // Accepts requests whose Host is exactly this, for example "code.example.com" or "10.1.2.3:8443": a proxy
  // that the editor named.
  virtual void allow_host(std::string host) = 0;

  // The paths to open in a browser.
  static std::string open_path(const std::string& token) { return "/open/" + token; }
  static std::string view_path(const std::string& token) { return "/view/" + token; }
};

}  // namespace nsys_ai
