// What the user's own browser is shown over loopback: traces for Perfetto, and pages.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/interval_set.h"
#include "base/result.h"
#include "http/loopback.h"
#include "knowledge/suppression.h"
#include "profile/profile.h"
#include "trace/trace.h"

namespace nsys_ai {

// Where something is shown: http://127.0.0.1:PORT/PATH, and how to get there from another machine.
struct BrowserAddress {
  std::string url;
  uint16_t port = 0;
  std::string path;
  std::string ssh_command;
};

// What of a profile Perfetto is to show. Of a capture that is too long to be shown whole in full detail, a
// window is sent alone, and as full as it can be.
struct ShownTrace {
  std::optional<Interval> window = {};
  TraceDetail detail = TraceDetail::automatic;
  friend bool operator==(const ShownTrace&, const ShownTrace&) = default;
};

// Thread-safe. The loopback server starts with the first thing to show; addresses live while the profile
// does.
class Browser {
 public:
  explicit Browser(LoopbackServer::Options options = {}) : options_(std::move(options)) {}

  // Asking again for the same gives the same address.
  Result<BrowserAddress> show_trace(const std::string& handle, const ProfilePtr& profile,
                                    const ShownTrace& what = {});
  Result<BrowserAddress> show_overview(const std::string& handle, const ProfilePtr& profile,
                                       std::vector<Suppression> suppressions);
  // Closes everything that shows this profile.
  void forget(const std::string& handle);

  // trace.pftrace for trace.sqlite.
  static std::string trace_file_name(const Profile& profile);

 private:
  struct Shown {
    std::string handle;
    const Profile* profile = nullptr;  // tells a reloaded profile from its former self
    ShownTrace trace;
    bool overview = false;
    std::string token;
  };
  Result<LoopbackServer*> server();
  Result<std::string> trace_token(const std::string& handle, const ProfilePtr& profile,
                                  const ShownTrace& what);
  BrowserAddress address(const std::string& path) const;

  LoopbackServer::Options options_;
  std::mutex lock_;
  std::vector<Shown> shown_;
  std::unique_ptr<LoopbackServer> server_;
};

}  // namespace nsys_ai
