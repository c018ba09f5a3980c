// The loopback server over real sockets: slow, idle, vanished and too many clients, and its own end.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/unit/http_case.h"

namespace nsys_ai {
namespace {

using namespace std::chrono_literals;
using test::HttpClient;
using test::Reply;

TEST_F(Http, GivesUpOnClientsThatDawdle) {
  LoopbackServer::Options options;
  options.limits.idle = 150ms;
  options.limits.head = 150ms;
  start(options);
  HttpClient silent(server_->port());
  EXPECT_FALSE(silent.receive());
  HttpClient trickling(server_->port());
  const auto begin = std::chrono::steady_clock::now();
  while (trickling.send("G") && std::chrono::steady_clock::now() - begin < 5s)
    std::this_thread::sleep_for(20ms);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
}

TEST_F(Http, MakesTheProducerWaitForASlowClient) {
  std::atomic<size_t> produced{0};
  const std::string piece = pattern(size_t{64} * 1024);
  constexpr size_t kPieces = 400;  // 26 MB, beyond what the sockets' buffers hold
  TraceHandle trace = trace_of("");
  trace.size.reset();
  trace.produce = [&](const BodySink& sink) -> Result<void> {
    for (size_t i = 0; i < kPieces; ++i) {
      if (!sink(piece)) return fail(ErrorCode::cancelled, "gone");
      produced += piece.size();
    }
    return {};
  };
  HttpClient client(server_->port(), 64 * 1024);
  client.send("GET " + LoopbackServer::open_path(server_->add(trace)) +
              "/trace HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_TRUE(soon([&] { return produced > 0; }));
  size_t before = 0;
  ASSERT_TRUE(soon([&] {
    before = produced;
    std::this_thread::sleep_for(200ms);
    return produced == before;
  }));
  EXPECT_LT(before, 16u << 20);
  const Reply reply = client.reply();
  EXPECT_TRUE(reply.whole);
  EXPECT_EQ(reply.body.size(), kPieces * piece.size());
  EXPECT_EQ(reply.body.substr(reply.body.size() - piece.size()), piece);
}

TEST_F(Http, CutsOffAClientThatReadsNothing) {
  LoopbackServer::Options options;
  options.limits.stall = 200ms;
  start(options);
  std::atomic<bool> stopped{false};
  TraceHandle trace = trace_of("");
  trace.size.reset();
  trace.produce = [&](const BodySink& sink) -> Result<void> {
    while (sink(std::string(100'000, 'x'))) {
    }
    stopped = true;
    return fail(ErrorCode::cancelled, "gone");
  };
  HttpClient client(server_->port());
  client.send("GET " + LoopbackServer::open_path(server_->add(trace)) +
              "/trace HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_TRUE(soon([&] { return stopped.load(); }));
}

TEST_F(Http, TellsTheProducerWhenTheClientVanishes) {
  std::atomic<bool> begun{false};
  std::atomic<bool> stopped{false};
  TraceHandle trace = trace_of("");
  trace.size.reset();
  trace.produce = [&](const BodySink& sink) -> Result<void> {
    sink(std::string(100'000, 'x'));
    begun = true;
    // Thinks for long and writes nothing: it may still ask.
    while (sink("")) std::this_thread::sleep_for(5ms);
    stopped = true;
    return fail(ErrorCode::cancelled, "gone");
  };
  HttpClient client(server_->port());
  client.send("GET " + LoopbackServer::open_path(server_->add(trace)) +
              "/trace HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_TRUE(soon([&] { return begun.load(); }));
  std::this_thread::sleep_for(30ms);
  EXPECT_FALSE(stopped);
  client.close();
  EXPECT_TRUE(soon([&] { return stopped.load(); }));
}

TEST_F(Http, ServesSeveralClientsAtOnce) {
  const std::string bytes = pattern(2'000'000);
  const std::string path = LoopbackServer::open_path(server_->add(trace_of(bytes))) + "/trace";
  std::atomic<int> good{0};
  std::vector<std::thread> clients;
  clients.reserve(12);
  for (int i = 0; i < 12; ++i) {
    clients.emplace_back([&] { good += get(path).body == bytes ? 1 : 0; });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(good, 12);
}

TEST_F(Http, MakesRoomForNewClientsByClosingIdleOnes) {
  LoopbackServer::Options options;
  options.limits.connections = 4;
  start(options);
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("x"))) + "/trace";
  std::vector<std::unique_ptr<HttpClient>> idle;
  for (int i = 0; i < 20; ++i) {
    idle.push_back(std::make_unique<HttpClient>(server_->port()));
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(get(path).body, "x");
}

// A trace without end, of which is counted how much has been made.
TraceHandle endless(std::atomic<size_t>& produced) {
  TraceHandle trace = trace_of("");
  trace.size.reset();
  trace.produce = [&produced](const BodySink& sink) -> Result<void> {
    const std::string piece(size_t{128} * 1024, 'x');
    while (sink(piece)) produced += piece.size();
    return fail(ErrorCode::cancelled, "gone");
  };
  return trace;
}

size_t threads_now() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<size_t>(std::distance(begin(tasks), end(tasks)));
}

size_t resident_bytes() {
  size_t all = 0;
  size_t resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

TEST_F(Http, ServesOthersBesideManyThatReadNothing) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer keeps memory that was released.";
  LoopbackServer::Options options;
  options.limits.connections = 8;
  start(options);
  std::atomic<size_t> produced{0};
  const std::string text = "GET " + LoopbackServer::open_path(server_->add(endless(produced))) +
                           "/trace HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string small = LoopbackServer::open_path(server_->add(trace_of("x"))) + "/trace";
  const size_t threads = threads_now();
  const size_t memory = resident_bytes();
  std::vector<std::unique_ptr<HttpClient>> stuck;
  for (int i = 0; i < 40; ++i) {
    stuck.push_back(std::make_unique<HttpClient>(server_->port(), 4096));
    stuck.back()->send(text);
    if (i % 8 == 7) {
      // Until those that are served have filled what the system keeps for them.
      ASSERT_TRUE(soon([&] {
        const size_t before = produced;
        std::this_thread::sleep_for(50ms);
        return before > 0 && produced == before;
      }));
      EXPECT_EQ(get(small).body, "x") << i;
    }
  }
  EXPECT_LE(threads_now(), threads + options.limits.connections + 1);
  EXPECT_LT(resident_bytes(), memory + (size_t{32} << 20));
  stuck.clear();
  EXPECT_EQ(get(small).body, "x");
}

TEST_F(Http, MakesNoMoreThanASlowReaderTakes) {
  std::atomic<size_t> produced{0};
  HttpClient slow(server_->port(), 4096);
  slow.send("GET " + LoopbackServer::open_path(server_->add(endless(produced))) +
            "/trace HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const std::string small = LoopbackServer::open_path(server_->add(trace_of("x"))) + "/trace";
  size_t filled = 0;
  ASSERT_TRUE(soon([&] {
    filled = produced;
    std::this_thread::sleep_for(100ms);
    return filled > 0 && produced == filled;
  }));
  // 10 kB a second, for a while.
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(slow.receive(1000));
    EXPECT_EQ(get(small).body, "x");
    std::this_thread::sleep_for(100ms);
  }
  EXPECT_LT(produced, filled + (size_t{1} << 20));
}

// Leaves room for so many more open files, for as long as it lives.
class FewFiles {
 public:
  explicit FewFiles(rlim_t more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = ::dup(0);
    ::close(next);
    const rlimit few{static_cast<rlim_t>(next) + more, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
  }
  ~FewFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
  FewFiles(const FewFiles&) = delete;
  FewFiles& operator=(const FewFiles&) = delete;

 private:
  rlimit before_{};
};

TEST_F(Http, OutlivesALackOfFileDescriptors) {
  if (NSYS_AI_TEST_SANITIZED) GTEST_SKIP() << "A sanitizer needs descriptors to look at memory.";
  const std::string path = LoopbackServer::open_path(server_->add(trace_of("x"))) + "/trace";
  const std::string text = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  for (const rlim_t more : {1u, 2u, 3u, 4u}) {
    std::unique_ptr<HttpClient> client;
    {
      const FewFiles few(more);
      client = std::make_unique<HttpClient>(server_->port());
      ASSERT_TRUE(client->connected());
      client->send(text);
      std::this_thread::sleep_for(60ms);
    }
    EXPECT_EQ(client->reply().body, "x") << more;
    EXPECT_EQ(get(path).body, "x") << more;
  }
}

TEST_F(Http, EndsWhileClientsAreConnectedAndProducersRun) {
  std::atomic<bool> begun{false};
  TraceHandle trace = trace_of("");
  trace.size.reset();
  trace.produce = [&](const BodySink& sink) -> Result<void> {
    begun = true;
    while (sink(std::string(100'000, 'x'))) {
    }
    return fail(ErrorCode::cancelled, "gone");
  };
  HttpClient idle(server_->port());
  HttpClient stuck(server_->port());
  stuck.send("GET " + LoopbackServer::open_path(server_->add(trace)) +
             "/trace HTTP/1.1\r\nHost: localhost\r\n\r\n");
  ASSERT_TRUE(soon([&] { return begun.load(); }));
  const auto begin = std::chrono::steady_clock::now();
  server_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
  while (idle.receive()) {
  }
}

}  // namespace
}  // namespace nsys_ai
