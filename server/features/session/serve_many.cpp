// Accepts clients in a loop and runs each on its own thread.
#include "features/session/serve_many.h"

#include <fmt/format.h>

#include <atomic>
#include <list>
#include <thread>

#include "base/guarded.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "features/session/serve_client.h"
#include "rpc/framing.h"
#include "rpc/listener.h"
#include "rpc/message.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxClients = 64;
// The interval at which the loop checks for signals.
constexpr std::chrono::milliseconds kPace{200};

// A client with its thread. The accepting thread constructs and destroys it.
class Guest {
 public:
  Guest(Server& server, Transport transport)
      : connection_(std::move(transport)), thread_([this, &server] {
          run_guarded("A client", [&] { serve_client(server, connection_); });
          gone_ = true;
        }) {}
  ~Guest() {
    connection_.end();
    thread_.join();
  }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  bool gone() const { return gone_; }
  void end() { connection_.end(); }

 private:
  RpcConnection connection_;
  std::atomic<bool> gone_{false};
  std::thread thread_;
};

// Does not read the client's request, because that would delay the other clients.
void turn_away(Transport& client) {
  const std::string why = fmt::format("This server has {} clients already.", kMaxClients);
  log_error("A client is turned away. " + why);
  client.write(
      framed(error_text(std::nullopt, {RpcCode::request_failed, why,
                                       "Close one of them, or start another server at a path of its own."})));
}

}  // namespace

Result<void> serve_many(Server& server, const std::string& path,
                        std::optional<std::chrono::seconds> idle_exit) {
  install_interrupt_handler(0, "");
  const auto listener = Listener::at(path);
  if (!listener) return tl::unexpected(listener.error());
  const ExitCleanup socket(path);
  log_info("Clients are waited for at " + path + ".");
  std::list<Guest> guests;
  auto last_seen = std::chrono::steady_clock::now();
  while (!interrupt_token().cancelled()) {
    std::erase_if(guests, [](const Guest& guest) { return guest.gone(); });
    const auto now = std::chrono::steady_clock::now();
    if (!guests.empty()) last_seen = now;
    if (idle_exit && now - last_seen >= *idle_exit) break;
    auto client = (*listener)->accept(kPace);
    if (!client) continue;
    if (guests.size() >= kMaxClients) {
      turn_away(*client);
      continue;
    }
    run_guarded("A new client", [&] { guests.emplace_back(server, std::move(*client)); });
  }
  for (Guest& guest : guests) guest.end();
  return {};
}

}  // namespace nsys_ai
