// Accepts clients on 127.0.0.1 and starts a thread for each.
#include "http/loopback.h"

#include <algorithm>
#include <asio/io_context.hpp>
#include <asio/ip/tcp.hpp>
#include <atomic>
#include <chrono>
#include <list>
#include <system_error>
#include <thread>
#include <utility>

#include "base/guarded.h"
#include "http/connection.h"
#include "http/shell.h"
#include "http/site.h"
#include "http/token.h"
#include "http/ui_folder.h"

namespace nsys_ai {
namespace {

using asio::ip::tcp;

// Thread-safe. Invariant: only the accepting thread uses `clients_` until it has ended.
class AsioLoopbackServer final : public LoopbackServer {
 public:
  AsioLoopbackServer(Options options, tcp::acceptor acceptor_of_port, std::unique_ptr<asio::io_context> io)
      : limits_(options.limits),
        site_({std::move(options.perfetto_url), std::move(options.perfetto_dir)}),
        io_(std::move(io)),
        acceptor_(std::move(acceptor_of_port)),
        port_(acceptor_.local_endpoint().port()) {
    acceptor_thread_ = std::thread([this] { accept_until_ended(); });
  }

  ~AsioLoopbackServer() override {
    ending_ = true;
    io_->stop();
    acceptor_thread_.join();
    for (Client& client : clients_) client.connection->interrupt();
    for (Client& client : clients_) client.thread.join();
  }

  uint16_t port() const override { return port_; }
  std::string add(Content content) override { return site_.registry().add(std::move(content)); }
  void remove(const std::string& token) override { site_.registry().remove(token); }
  void allow_host(std::string host) override { site_.registry().allow_host(host); }

 private:
  struct Client {
    std::unique_ptr<Connection> connection;
    std::thread thread;
  };

  // Accepts clients one after the other, and retries while the system lacks resources.
  void accept_until_ended() {
    while (true) {
      io_->restart();
      if (ending_) return;
      bool accepted = false;
      run_guarded("The acceptance of a client", [&] { accepted = accept_one(); });
      // Without descriptors or memory, accepting would fail again and again until a client disconnects.
      if (!accepted && !ending_) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }

  bool accept_one() {
    auto connection = std::make_unique<Connection>(site_, limits_);
    std::error_code failure;
    acceptor_.async_accept(connection->socket(),
                           [&failure](const std::error_code& error) { failure = error; });
    io_->run();
    if (ending_) {
      // Ends waiting operations before the objects that they write to are destroyed.
      acceptor_.close(failure);
      io_->restart();
      io_->run();
      return false;
    }
    if (!failure) welcome(std::move(connection));
    return !failure;
  }

  void welcome(std::unique_ptr<Connection> connection) {
    std::error_code ignored;
    connection->socket().set_option(tcp::no_delay(true), ignored);
    clients_.remove_if([](Client& client) {
      const bool gone = client.connection->finished();
      if (gone) client.thread.join();
      return gone;
    });
    // If all connections are busy, drops the new client, which may retry.
    const auto staying = std::count_if(clients_.begin(), clients_.end(),
                                       [](const Client& client) { return !client.connection->leaving(); });
    if (static_cast<size_t>(staying) >= limits_.connections && !interrupt_slowest()) return;
    Connection* served = connection.get();
    clients_.push_back({std::move(connection), {}});
    try {
      clients_.back().thread = std::thread([served] { served->serve(); });
    } catch (const std::exception&) {
      clients_.pop_back();  // the system has no thread to spare
    }
  }

  bool interrupt_slowest() {
    Client* slowest = nullptr;
    Wire::Clock::rep longest = 0;
    for (Client& client : clients_) {
      const auto since = client.connection->waiting_since();
      if (since == 0 || client.connection->leaving() || (slowest && since >= longest)) continue;
      longest = since;
      slowest = &client;
    }
    if (slowest) slowest->connection->interrupt();
    return slowest != nullptr;
  }

  const HttpLimits limits_;
  Site site_;
  std::unique_ptr<asio::io_context> io_;
  tcp::acceptor acceptor_;
  const uint16_t port_;
  std::list<Client> clients_;
  std::atomic<bool> ending_{false};
  std::thread acceptor_thread_;
};

// The preferred port when any will do, as long as no other server has it: browsers store a page's data by its
// port.
constexpr uint16_t kUsualPort = 27418;

tcp::acceptor listen_at(asio::io_context& io, uint16_t port) {
  const auto here = [](uint16_t at) { return tcp::endpoint(asio::ip::address_v4::loopback(), at); };
  if (port == 0) {
    try {
      return tcp::acceptor(io, here(kUsualPort));
    } catch (const std::system_error&) {
      // Any other port works, too.
    }
  }
  return tcp::acceptor(io, here(port));
}

}  // namespace

Result<void> LoopbackServer::check(const Options& options) {
  if (origin_of_url(options.perfetto_url).empty()) {
    return fail(ErrorCode::bad_request, "The address of the Perfetto UI is not an http or https address.",
                "Give one such as https://ui.perfetto.dev.");
  }
  if (options.perfetto_dir.empty()) return {};
  if (const auto folder = ui_folder(options.perfetto_dir); !folder) return tl::unexpected(folder.error());
  return {};
}

Result<std::unique_ptr<LoopbackServer>> LoopbackServer::start(Options options) {
  if (const auto good = check(options); !good) return tl::unexpected(good.error());
  if (!options.perfetto_dir.empty()) options.perfetto_dir = *ui_folder(options.perfetto_dir);
  try {
    fresh_token();
    auto io = std::make_unique<asio::io_context>(1);
    tcp::acceptor acceptor = listen_at(*io, options.port);
    return std::make_unique<AsioLoopbackServer>(std::move(options), std::move(acceptor), std::move(io));
  } catch (const std::system_error& failure) {
    return fail(ErrorCode::cannot_do,
                "No HTTP server on 127.0.0.1:" + std::to_string(options.port) + ": " + failure.what() + ".",
                "Choose another port, or none to get one that is free.");
  }
}

}  // namespace nsys_ai
