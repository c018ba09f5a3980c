// What all clients of one server share: profiles are loaded once, answers are worked out once, and one
// loopback server shows them. What belongs to one client alone is a Session.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "features/browser.h"
#include "features/card_memo.h"
#include "features/shared_profiles.h"
#include "rpc/request_watch.h"
#include "skill/memo.h"

namespace nsys_ai {

// Thread-safe.
struct Server {
  explicit Server(LoopbackServer::Options shown = {}) : browser(std::move(shown)) {}

  const std::chrono::steady_clock::time_point born = std::chrono::steady_clock::now();
  AnswerMemo answers{};
  CardMemo cards{};
  Browser browser;
  SharedProfiles profiles{answers, [this](const std::string& handle) { browser.forget(handle); }};
  std::unique_ptr<RequestWatch> watch{};  // may be null; set before the first client
};

}  // namespace nsys_ai
