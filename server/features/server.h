// What all clients of one server share: profiles are loaded once, answers are worked out once, and one
// loopback server shows them. What belongs to one client alone is a Session.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "features/browser.h"
#include "features/card_memo.h"
#include "profile/library.h"
#include "rpc/request_watch.h"
#include "skill/memo.h"
#include "trace/timeline.h"

namespace nsys_ai {

// Thread-safe.
class Server {
 public:
  explicit Server(LoopbackServer::Options shown = {}) : browser(std::move(shown)) {}

  using ReadAnew = std::function<void(std::string_view handle, const Profile& former)>;

  // As Library::open; who is joined is told when a profile was read anew.
  Result<OpenProfile> open(const std::filesystem::path& path, const Work& work);
  // Ends one use; with the last one, what was remembered of the profile and what shows it goes as well.
  Result<void> close(const std::string& handle);

  // `read_anew` is called by whoever opens, until `leave`, which waits for such a call to end.
  void join(const void* who, ReadAnew read_anew);
  void leave(const void* who);
  size_t clients() const;
  std::chrono::steady_clock::duration uptime() const { return std::chrono::steady_clock::now() - born_; }

  Library library{{timeline_levels_to_keep()}};
  AnswerMemo answers{};
  CardMemo cards{};
  Browser browser;
  std::unique_ptr<RequestWatch> watch{};  // may be null; set before the first client

 private:
  const std::chrono::steady_clock::time_point born_ = std::chrono::steady_clock::now();
  mutable std::mutex lock_;
  std::map<const void*, ReadAnew> joined_;
};

}  // namespace nsys_ai
