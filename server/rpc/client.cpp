// Sends messages to the client, and receives its responses.
#include "rpc/client.h"

#include "base/log.h"
#include "rpc/message.h"

namespace nsys_ai {
namespace {

tl::unexpected<Error> session_ended() { return fail(ErrorCode::cancelled, "The session ended."); }

// A worker waits here for an answer.
struct Mailbox {
  std::mutex mutex;
  std::condition_variable arrived;
  std::optional<Result<Json>> answer;
};

}  // namespace

Token Client::new_token() { return Token{"nsys-ai-" + std::to_string(++last_id_)}; }

void Client::send_notification(std::string_view method, Json params) {
  outgoing_.send(notification_text(method, std::move(params)));
}

bool Client::send_bulk_notification(std::string_view method, Json params, const CancelToken& cancel) {
  return outgoing_.send_bulk(notification_text(method, std::move(params)), cancel);
}

Token Client::send_request(std::string_view method, Json params, Then then) {
  Token id = new_token();
  {
    std::unique_lock lock(mutex_);
    if (closed_) {
      lock.unlock();
      then(session_ended());
      return id;
    }
    waiting_[id] = std::move(then);
  }
  outgoing_.send(request_text(id, method, std::move(params)));
  return id;
}

Result<Json> Client::wait_for_answer(std::string_view method, Json params, const CancelToken& cancel) {
  const auto box = std::make_shared<Mailbox>();
  const Token id = send_request(method, std::move(params), [box](Result<Json> answer) {
    const std::lock_guard lock(box->mutex);
    box->answer = std::move(answer);
    box->arrived.notify_all();
  });
  std::unique_lock lock(box->mutex);
  // Polls the token, because it cannot wake this thread.
  while (!box->answer && !cancel.cancelled()) box->arrived.wait_for(lock, std::chrono::milliseconds(10));
  if (box->answer) return std::move(*box->answer);
  lock.unlock();
  notify<method::CancelRequest>({id});
  return cancelled();
}

void Client::complete(const Token& id, Result<Json> answer) {
  Then then;
  {
    const std::lock_guard lock(mutex_);
    if (auto found = waiting_.extract(id)) then = std::move(found.mapped());
  }
  if (then)
    then(std::move(answer));
  else
    log_info("A response came for " + write_token(id).compact() + ", which nobody waits for.");
}

void Client::close() {
  std::map<Token, Then> waiting;
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    waiting.swap(waiting_);
  }
  for (const auto& [id, then] : waiting) then(session_ended());
}

}  // namespace nsys_ai
