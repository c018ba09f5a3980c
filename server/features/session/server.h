// State that all clients of one server share: it loads each profile once, computes each answer once, and
// shows both through one loopback server. A Session holds the state of one client.
#pragma once

#include <chrono>
#include <memory>
#include <utility>

#include "features/documents/card_cache.h"
#include "features/viewer/viewer_server.h"
#include "features/workspace/shared_profiles.h"
#include "rpc/request_observer.h"
#include "skill/answer_cache.h"

namespace nsys_ai {

// Thread-safe.
struct Server {
  explicit Server(LoopbackServer::Options shown = {}) : viewer(std::move(shown)) {}

  const std::chrono::steady_clock::time_point born = std::chrono::steady_clock::now();
  AnswerCache answers{};
  CardCache cards{};
  ViewerServer viewer;
  SharedProfiles profiles{answers, [this](const std::string& handle) { viewer.forget(handle); }};
  std::unique_ptr<RequestObserver> watch{};  // may be null; set before the first client
};

}  // namespace nsys_ai
