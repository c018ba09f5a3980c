// Routes each message to its handler, and sends exactly one reply to each request.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "base/pool.h"
#include "rpc/client.h"
#include "rpc/in_flight.h"
#include "rpc/message.h"
#include "rpc/outgoing.h"
#include "rpc/background_builds.h"
#include "rpc/request_observer.h"
#include "rpc/router.h"
#include "rpc/strand.h"

namespace nsys_ai {

// Call `request` and `notification` on the session strand only; `cancel...` from any thread.
class Dispatcher {
 public:
  struct Parts {
    const Router& router;
    Outgoing& outgoing;
    Client& client;
    Strand& strand;
    Pool& pool;
    InFlight& in_flight;
    std::function<void(int)> exit;  // ends the session with an exit code
  };
  explicit Dispatcher(Parts parts) : parts_(std::move(parts)), background_builds_(parts_.pool) {}

  void request(const RequestPtr& request, Json params);
  void notification(const std::string& method, const Json& params);
  // Replies at once; the dispatcher then drops the handler's result.
  void cancel(const Token& id);
  void cancel_progress(const Token& token);
  // Fails pending requests on the subject at once, because their data was replaced.
  void content_modified(std::string_view subject);
  // Set it before the first message; it must outlive the workers.
  void set_observer(RequestObserver* watch) { observer_ = watch; }
  // Whether `shutdown` was answered.
  bool shut_down() const { return phase_ == Phase::shut_down; }

 private:
  enum class Phase { fresh, running, shut_down };

  std::optional<RpcError> refusal(std::string_view method) const;
  void drop_older(const RequestPtr& request, const Json& params);
  using ParamsPtr = std::shared_ptr<const Json>;
  void run_on_lane(const Router::Route& route, Lane lane, const RequestPtr& request, const ParamsPtr& params);
  void run(const Router::Route& route, std::optional<Lane> lane, const RequestPtr& request,
           const ParamsPtr& params);
  // Builds on the bulk lane the data that a quick request did not find.
  void prepare(const Router::Route& route, const std::string& about, const ActiveRequest& request,
               const ParamsPtr& params);
  Call::Stage stages_of(uint64_t work) const;
  // Returns whether the request still had no reply.
  bool complete(const RequestPtr& request, Result<Json> result);
  void refuse(const RequestPtr& request, const RpcError& error);
  void answer_cancelled(const RequestPtr& request);

  Parts parts_;
  BackgroundBuilds background_builds_;
  RequestObserver* observer_ = nullptr;
  std::atomic<Phase> phase_{Phase::fresh};
};

}  // namespace nsys_ai
