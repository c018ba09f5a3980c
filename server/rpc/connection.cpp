// Reads messages until the stream ends, then shuts down.
#include "rpc/connection.h"

#include <exception>
#include <vector>

#include "base/guarded.h"
#include "base/log.h"
#include "base/context.h"
#include "rpc/framing.h"

namespace nsys_ai {
namespace {

constexpr std::chrono::seconds kPatience{2};
// The maximum number of messages that wait for the strand. Notifications cannot be refused, so the reader
// waits; after a large message it waits until that is handled, so that few large messages are in memory at a
// time.
constexpr size_t kMaxWaiting = 256;
constexpr size_t kLargeBytes = size_t{256} << 10U;

}  // namespace

RpcConnection::RpcConnection(Transport transport, PoolSize workers)
    : transport_(std::move(transport)),
      outgoing_(transport_),
      client_(outgoing_, strand_),
      pool_(workers),
      dispatcher_(
          {router_, outgoing_, client_, strand_, pool_, in_flight_, [this](int code) { finish(code); }}),
      parent_([this] { finish(1); }) {}

int RpcConnection::run() {
  if (!run_guarded("The reading of messages", [this] { read_messages(); })) finish(1);
  finish_session();
  return exit_code();
}

int RpcConnection::exit_code() const {
  const int decided = exit_code_;
  if (decided >= 0) return decided;
  // The client disconnected without `exit`.
  return dispatcher_.shut_down() ? 0 : 1;
}

void RpcConnection::post(Lane lane, std::function<void(Call&)> work) {
  pool_.post(lane, {}, [this, lane, work = std::move(work)](const CancelToken& cancel) {
    Call call(client_, strand_, cancel, nullptr);
    const Work of_call = call.work();
    try {
      const WorkScope scope(of_call,
                            lane == Lane::quick ? WorkScope::Kind::quick : WorkScope::Kind::within);
      work(call);
    } catch (const Cancelled& interrupted) {
      if (interrupted.why == Cancelled::Why::not_ready) post(Lane::bulk, work);
    }
  });
}

void RpcConnection::finish(int code) {
  int undecided = -1;
  exit_code_.compare_exchange_strong(undecided, code);
  ending_.cancel();
  transport_.interrupt_read();
}

void RpcConnection::finish_session() {
  strand_.stop();
  in_flight_.cancel_all();
  client_.close();
  const bool stuck = !pool_.stop(kPatience);
  outgoing_.close(kPatience);
  if (!stuck) return;
  log_error("A handler did not stop within seconds of its cancel.");
  if (when_stuck_) when_stuck_(exit_code());
  while (!pool_.stop(kPatience)) {
  }
}

ConnectionLoad RpcConnection::load() const {
  return {in_flight_.states(), strand_.waiting(), outgoing_.waiting_bytes()};
}

void RpcConnection::read_messages() {
  std::vector<char> bytes(size_t{64} << 10U);
  FrameReader frames;
  while (exit_code_ < 0) {
    const size_t count = transport_.read(bytes);
    if (count == 0) return;
    frames.push({bytes.data(), count});
    while (exit_code_ < 0) {
      const auto body = frames.next();
      if (!body) {
        log_error(body.error().message);
        outgoing_.send(
            error_text(std::nullopt, {RpcCode::parse_error, body.error().message, body.error().hint}));
        if (frames.is_broken()) return finish(1);
        continue;
      }
      if (!*body) break;
      handle(**body);
      outgoing_.wait_for_room(Outgoing::kMaxBytes, ending_);
      strand_.wait_for_room(body->value().size() < kLargeBytes ? kMaxWaiting : 0);
    }
  }
}

void RpcConnection::handle(std::string_view body) {
  auto message = read_message(body);
  if (!message) {
    log_warning("A message was refused: " + message.error().error.message);
    outgoing_.send(error_text(message.error().id, message.error().error));
  } else if (message->is_response()) {
    if (!message->id) return log_warning("A response without an id came: nothing can be said about which.");
    if (message->error)
      client_.complete(*message->id, tl::unexpected(*message->error));
    else
      client_.complete(*message->id, std::move(message->result));
  } else if (message->is_request()) {
    handle_request(std::move(*message), body.size());
  } else {
    handle_notification(std::move(*message));
  }
}

void RpcConnection::handle_request(IncomingMessage message, size_t bytes) {
  if (in_flight_.full(bytes) && message.method != method::Shutdown::kMethod) {
    const RpcError busy{RpcCode::request_failed, "Too many requests wait for their answers.",
                        "Wait for some of them, or cancel them, and ask again."};
    return outgoing_.send(error_text(message.id, busy));
  }
  const RequestPtr request = in_flight_.begin(*message.id, message.method, bytes);
  if (!request) {
    const RpcError error{RpcCode::invalid_request, "The id is that of a request without an answer yet.", ""};
    return outgoing_.send(error_text(message.id, error));
  }
  auto params = std::make_shared<Json>(std::move(message.params));
  strand_.post([this, request, params] {
    // Without a reply the client would wait for ever, so the session ends, which the client notices.
    if (!run_guarded("A request", [&] { dispatcher_.request(request, std::move(*params)); })) finish(1);
  });
}

void RpcConnection::handle_notification(IncomingMessage message) {
  // Cancellations overtake messages in the strand's queue.
  if (message.method == method::CancelRequest::kMethod) {
    if (const auto params = read_json<lsp::CancelParams>(message.params, "params"))
      dispatcher_.cancel(params->id);
    return;
  }
  if (message.method == method::WorkDoneProgressCancel::kMethod) {
    if (const auto params = read_json<lsp::WorkDoneProgressCancelParams>(message.params, "params"))
      dispatcher_.cancel_progress(params->token);
    return;
  }
  auto kept = std::make_shared<const IncomingMessage>(std::move(message));
  strand_.post([this, kept] { dispatcher_.notification(kept->method, kept->params); });
}

}  // namespace nsys_ai
