// Runs requests on the strand and on workers.
#include "rpc/dispatcher.h"

#include <stdexcept>

#include "base/guarded.h"
#include "base/log.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

struct HandlerResult {
  Result<Json> result;
  bool not_ready = false;  // the request's data takes long to build, and its lane is quick
};

// Catches what a handler throws, so that the client gets an error with its message.
HandlerResult run_handler(const Router::Route& route, std::string_view method, std::optional<Lane> lane,
                const Json& params, Call& call) {
  const Work work = call.work();
  try {
    const WorkScope scope(work, lane == Lane::quick ? WorkScope::Kind::quick : WorkScope::Kind::within);
    return {route.run(params, call)};
  } catch (const Cancelled& interrupted) {
    return {cancelled(), interrupted.why == Cancelled::Why::not_ready};
  } catch (const std::exception& thrown) {
    log_error("The handler of " + std::string(method) + " threw: " + thrown.what());
    return {tl::unexpected(error_of(thrown))};
  } catch (...) {
    log_error("The handler of " + std::string(method) + " threw an exception without words.");
    return {tl::unexpected(error_of(std::logic_error("an exception without words")))};
  }
}

std::optional<Token> progress_token(const Json& params) {
  const Json* token = params.find("workDoneToken");
  return token ? read_token(*token) : std::nullopt;
}

}  // namespace

std::optional<RpcError> Dispatcher::refusal(std::string_view method) const {
  const bool initialize = method == method::Initialize::kMethod;
  switch (phase_.load()) {
    case Phase::fresh:
      if (initialize) return std::nullopt;
      return RpcError{RpcCode::not_initialized, "The server is not initialized yet.",
                      "Send `initialize` first."};
    case Phase::running:
      if (!initialize) return std::nullopt;
      return RpcError{RpcCode::invalid_request, "The server is initialized already.", ""};
    case Phase::shut_down:
      break;
  }
  return RpcError{RpcCode::invalid_request, "The server is shut down.",
                  "Send `exit`, and start a new server."};
}

void Dispatcher::request(const RequestPtr& request, Json params) {
  if (const auto error = refusal(request->method)) return refuse(request, *error);
  const Router::Route* route = parts_.router.find(request->method);
  if (!route || !route->request)
    return refuse(request,
                  {RpcCode::method_not_found, "There is no method " + quotation(request->method) + ".", ""});
  if (route->latest_per_document) drop_older(request, params);
  if (!route->title.empty())
    parts_.in_flight.set_progress(
        request, std::make_shared<ProgressReport>(parts_.client, progress_token(params), route->title));
  parts_.in_flight.set_lane(request, route->lane);
  const auto kept = std::make_shared<const Json>(std::move(params));
  if (!route->lane) return run(*route, std::nullopt, request, kept);
  run_on_lane(*route, *route->lane, request, kept);
}

void Dispatcher::run_on_lane(const Router::Route& route, Lane lane, const RequestPtr& request,
                             const ParamsPtr& params) {
  parts_.pool.post(lane, request->cancel, [this, &route, lane, request, params](const CancelToken&) {
    // As on the strand, every request must get a reply.
    if (!run_guarded("A request", [&] { run(route, lane, request, params); })) parts_.exit(1);
  });
}

void Dispatcher::drop_older(const RequestPtr& request, const Json& params) {
  const Json* uri = params.descend({"textDocument", "uri"});
  if (!uri || !uri->if_string()) return;
  // Uses ContentModified because editors do not show it to the user.
  const RpcError error{RpcCode::content_modified, "A newer question about the same document took its place.",
                       ""};
  for (const RequestPtr& older : parts_.in_flight.supersede(request, *uri->if_string()))
    parts_.outgoing.send(error_text(older->id, error));
}

void Dispatcher::run(const Router::Route& route, std::optional<Lane> lane, const RequestPtr& request,
                     const ParamsPtr& params) {
  RequestSubject subject;
  if (lane) {
    // Waits while the client does not read, so that replies do not pile up.
    const bool quick = *lane == Lane::quick;
    parts_.outgoing.wait_for_room(quick ? Outgoing::kMaxBytes : Outgoing::kFullBytes, request->cancel);
    subject = parts_.router.subject_of(*params);
  }
  const std::string about = subject.name;
  if (!parts_.in_flight.start(request, std::move(subject.name))) return;
  if (request->progress) request->progress->begin();
  const uint64_t work = observer_ ? observer_->began({request->method, lane, request->arrived}) : 0;
  Call call(parts_.client, parts_.strand, request->cancel, request->progress, stages_of(work),
            std::move(subject.asked));
  HandlerResult ran = run_handler(route, request->method, lane, *params, call);
  const bool prepares = ran.not_ready && route.meanwhile && route.notifier.can_notify();
  if (prepares) ran.result = route.meanwhile(*params, call);
  // Without a provisional answer, the request moves to the lane for long work.
  const bool moves = ran.not_ready && !prepares;
  const bool answered = !moves && ran.result.has_value();
  const bool outdated = !moves && !answered && ran.result.error().code == ErrorCode::outdated;
  const bool waited_for = moves || complete(request, std::move(ran.result));
  if (outdated && !about.empty())
    parts_.pool.post(Lane::bulk, {},
                     [this, about](const CancelToken& cancel) { parts_.router.reload(about, cancel); });
  if (observer_) observer_->ended(work, answered, !waited_for);
  if (prepares) prepare(route, about, *request, params);
  if (moves) {
    parts_.in_flight.set_lane(request, Lane::bulk);
    run_on_lane(route, Lane::bulk, request, params);
  }
}

void Dispatcher::prepare(const Router::Route& route, const std::string& about, const ActiveRequest& request,
                         const ParamsPtr& params) {
  const std::string method = request.method;
  background_builds_.add(method + " " + about, [this, &route, method, params](const CancelToken& cancel) {
    RequestSubject subject = parts_.router.subject_of(*params);
    Call call(parts_.client, parts_.strand, cancel, nullptr, {}, std::move(subject.asked));
    const HandlerResult ran = run_handler(route, method, Lane::bulk, *params, call);
    if (!cancel.cancelled() && ran.result) route.notifier.notify();
  });
}

Call::Stage Dispatcher::stages_of(uint64_t work) const {
  if (!observer_) return {};
  return [watch = observer_, work](std::string_view what) { watch->stage(work, what); };
}

bool Dispatcher::complete(const RequestPtr& request, Result<Json> result) {
  if (!parts_.in_flight.complete(request)) return false;
  if (request->progress) request->progress->end();
  if (result && request->method == method::Initialize::kMethod) phase_ = Phase::running;
  if (result && request->method == method::Shutdown::kMethod) phase_ = Phase::shut_down;
  if (result)
    parts_.outgoing.send(reply_text(request->id, std::move(*result)));
  else
    parts_.outgoing.send(error_text(request->id, rpc_error(result.error())));
  return true;
}

void Dispatcher::refuse(const RequestPtr& request, const RpcError& error) {
  if (parts_.in_flight.complete(request)) parts_.outgoing.send(error_text(request->id, error));
}

void Dispatcher::notification(const std::string& method, const Json& params) {
  if (method == method::Exit::kMethod) return parts_.exit(shut_down() ? 0 : 1);
  if (phase_ != Phase::running) return;
  const Router::Route* route = parts_.router.find(method);
  if (!route || route->request) return log_debug("The notification " + method + " is ignored.");
  Call call(parts_.client, parts_.strand, {}, nullptr);
  const auto result = run_handler(*route, method, std::nullopt, params, call).result;
  if (!result) log_warning("The notification " + method + " is wrong: " + result.error().message);
}

void Dispatcher::cancel(const Token& id) {
  if (const RequestPtr request = parts_.in_flight.cancel(id)) answer_cancelled(request);
}

void Dispatcher::cancel_progress(const Token& token) {
  if (const RequestPtr request = parts_.in_flight.cancel_progress(token)) answer_cancelled(request);
}

void Dispatcher::content_modified(std::string_view subject) {
  const RpcError error{RpcCode::content_modified, "The profile was reloaded meanwhile: its file changed.",
                       "Ask again."};
  for (const RequestPtr& request : parts_.in_flight.replace(subject)) {
    if (request->progress) request->progress->end("The profile was reloaded");
    parts_.outgoing.send(error_text(request->id, error));
  }
}

void Dispatcher::answer_cancelled(const RequestPtr& request) {
  if (request->progress) request->progress->end("Cancelled");
  parts_.outgoing.send(error_text(request->id, {RpcCode::cancelled, "The request was cancelled.", ""}));
}

}  // namespace nsys_ai
