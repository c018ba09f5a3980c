// The server's interface to the client: sends notifications, and the server's own requests.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>

#include "base/work.h"
#include "protocol/methods.h"
#include "protocol/read.h"
#include "protocol/write.h"
#include "rpc/outgoing.h"
#include "rpc/strand.h"

namespace nsys_ai {

// Thread-safe.
class Client {
 public:
  Client(Outgoing& outgoing, Strand& strand) : outgoing_(outgoing), strand_(strand) {}

  // Never waits.
  template <NotificationMethod M>
  void notify(const typename M::Params& params) {
    send_notification(M::kMethod, write_json(params));
  }
  // For bulk output, from workers only: waits while the queue is full.
  template <NotificationMethod M>
  bool notify_bulk(const typename M::Params& params, const CancelToken& cancel) {
    return send_bulk_notification(M::kMethod, write_json(params), cancel);
  }
  // `then` runs on the session strand, with an error when the client refuses or the session ends.
  template <RequestMethod M>
  void request(const typename M::Params& params, std::function<void(Result<typename M::Result>)> then) {
    send_request(M::kMethod, write_json(params), [this, then = std::move(then)](Result<Json> answer) {
      strand_.post([then, answer = std::move(answer)] { then(typed<M>(answer)); });
    });
  }
  // Waits for the answer; call it from workers only, never on the strand. Forwards a cancellation to the
  // client.
  template <RequestMethod M>
  Result<typename M::Result> ask(const typename M::Params& params, const CancelToken& cancel) {
    return typed<M>(wait_for_answer(M::kMethod, write_json(params), cancel));
  }

  // Whether the client shows progress that the server starts.
  void allow_progress(bool allowed) { progress_allowed_ = allowed; }
  bool progress_allowed() const { return progress_allowed_; }
  // A token that this server has not used yet.
  Token new_token();

  // Completes the pending request of a response. Logs an unknown id.
  void complete(const Token& id, Result<Json> answer);
  // Fails all pending requests and ignores later responses.
  void close();

 private:
  using Then = std::function<void(Result<Json>)>;

  template <RequestMethod M>
  static Result<typename M::Result> typed(const Result<Json>& answer) {
    if (!answer) return tl::unexpected(answer.error());
    auto read = read_json<typename M::Result>(*answer, "result");
    if (!read)
      return fail(ErrorCode::cannot_do,
                  "The client's answer is not as it should be: " + read.error().message);
    return read;
  }
  void send_notification(std::string_view method, Json params);
  bool send_bulk_notification(std::string_view method, Json params, const CancelToken& cancel);
  Token send_request(std::string_view method, Json params, Then then);
  Result<Json> wait_for_answer(std::string_view method, Json params, const CancelToken& cancel);

  Outgoing& outgoing_;
  Strand& strand_;
  std::atomic<bool> progress_allowed_{false};
  std::atomic<int64_t> last_id_{0};
  std::mutex mutex_;
  std::map<Token, Then> waiting_;
  bool closed_ = false;
};

}  // namespace nsys_ai
