// Progress of one request, as `$/progress` notifications.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "rpc/client.h"

namespace nsys_ai {

// Thread-safe. Sends reports at least 100 ms apart and drops those in between, since the next one is more
// recent.
//
// If the request has a token, progress begins with the work. Otherwise, if the client allows it, the server
// creates a token once the work has taken a while, so that short work shows nothing.
class ProgressReport : public std::enable_shared_from_this<ProgressReport> {
 public:
  ProgressReport(Client& client, std::optional<Token> wanted, std::string_view title);

  const Token& token() const { return token_; }
  void begin();
  void report(double done, const std::string& what);
  // The first call ends the progress; later calls and reports are dropped.
  void end(const std::string& how = {});

 private:
  using Clock = std::chrono::steady_clock;
  enum class State { quiet, asked, open, ended };

  void begin_locked();
  void create_locked();

  Client& client_;
  const bool wanted_;
  const Token token_;
  const std::string title_;
  const Clock::time_point started_ = Clock::now();

  std::mutex mutex_;
  State state_ = State::quiet;
  Clock::time_point last_;
  uint32_t percentage_ = 0;
};

}  // namespace nsys_ai
