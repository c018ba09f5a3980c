// Sends requests and receives their replies over a pair of sockets.
#include "features/session/self_client.h"

#include <sys/socket.h>

#include <array>

#include "base/guarded.h"
#include "features/session/serve_client.h"

namespace nsys_ai {

SelfClient::Ends SelfClient::make_ends() {
  std::array<int, 2> ends = {-1, -1};
  // If this fails, the first request fails.
  [[maybe_unused]] const int made = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data());
  return {ends[0], ends[1]};
}

SelfClient::SelfClient(Server& server) : SelfClient(server, make_ends()) {}

SelfClient::SelfClient(Server& server, Ends ends)
    : transport_(ends.client, ends.client),
      connection_(Transport(ends.server, ends.server)),
      serving_([this, &server] {
        run_guarded("The session", [&] { exit_code_ = serve_client(server, connection_); });
        transport_.interrupt_read();  // nobody answers any more
      }) {}

SelfClient::~SelfClient() {
  connection_.end();
  if (serving_.joinable()) serving_.join();
}

void SelfClient::notify(std::string_view method, Json params) {
  transport_.write(framed(notification_text(method, std::move(params))));
}

Result<Json> SelfClient::ask(std::string_view method, Json params) {
  const Token id{++last_id_};
  transport_.write(framed(request_text(id, method, std::move(params))));
  std::array<char, 65536> bytes;
  while (true) {
    const auto body = frames_.next();
    if (!body) return tl::unexpected(body.error());
    if (!*body) {
      const size_t count = transport_.read(bytes);
      if (count == 0) return fail(ErrorCode::internal_error, "The server hung up.");
      frames_.push({bytes.data(), count});
      continue;
    }
    auto message = read_message(**body);
    if (!message) return fail(ErrorCode::internal_error, message.error().error.message);
    if (!message->is_response() || message->id != id) continue;
    if (message->error) return tl::unexpected(*message->error);
    return std::move(message->result);
  }
}

int SelfClient::wait_for_end() {
  serving_.join();
  return exit_code_;
}

}  // namespace nsys_ai
